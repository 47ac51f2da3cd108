// Finds which input a request is refused for, so that a form can show the message beside its field. The path is that of
// the operation's input, such as `input.rpmLimit`, whatever the name of the variable that carries the value.
import { Fault } from '@gatehouse/runtime/fault'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
  isInputType,
  typeFromAST,
  validateInputValue,
  visit,
} from 'graphql'

type GivenVariables = {
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Readonly<Record<string, unknown>>
}

// Ends the check of a value whose errors suffice. A list of 100 KB can have 30,000 of them, and each costs a message.
const enoughErrors = new Error('enough errors were found')

/** Checks the variables as execution would, but keeps the path of each invalid value and stops after `errorsMax` errors. */
export function findInvalidVariables(
  schema: GraphQLSchema,
  { document, operation, variables }: GivenVariables,
  errorsMax: number,
): GraphQLError[] {
  const errors: GraphQLError[] = []
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    const type = typeFromAST(schema, definition.type)
    const isLeftOut =
      value === undefined && (definition.defaultValue || definition.type.kind !== Kind.NON_NULL_TYPE)
    if (isLeftOut || !isInputType(type)) continue
    let input: string | undefined
    try {
      validateInputValue(value, type, ({ message }, path) => {
        const at = path.length === 0 ? '' : ` at "${path.join('.')}"`
        input ??= findInput(document, isVariable(name)) ?? ''
        const publicMessage = `Variable "$${name}" has invalid value${at}: ${message}`
        errors.push(invalidInput(publicMessage, [input, ...path].join('.'), { nodes: definition }))
        if (errors.length >= errorsMax) throw enoughErrors
      })
    } catch (thrown) {
      if (thrown === enoughErrors) return errors
      throw thrown
    }
  }
  return errors
}

/** Adds the input to a validation error about a literal in the document; returns other errors unchanged. */
export function nameLiteral(document: DocumentNode, error: GraphQLError): GraphQLError {
  const [node] = error.nodes ?? []
  const input = node && findInput(document, (value) => value === node)
  return input === undefined ? error : invalidInput(error.message, input, { nodes: error.nodes })
}

function invalidInput(
  publicMessage: string,
  input: string,
  { nodes }: Pick<ConstructorParameters<typeof GraphQLError>[1] & object, 'nodes'>,
): GraphQLError {
  const originalError = new Fault({ kind: 'invalid', code: 'graphql.invalid', publicMessage, input })
  return new GraphQLError(publicMessage, { originalError, ...(nodes && { nodes }) })
}

function isVariable(name: string): (value: ValueNode) => boolean {
  return (value) => value.kind === Kind.VARIABLE && value.name.value === name
}

/** Returns the path of the first input value in the document for which `matches` is true. */
function findInput(document: DocumentNode, matches: (value: ValueNode) => boolean): string | undefined {
  let found: string | undefined
  visit(document, {
    Argument({ name, value }) {
      found ??= findInValue(value, name.value, matches)
    },
  })
  return found
}

function findInValue(
  value: ValueNode,
  path: string,
  matches: (value: ValueNode) => boolean,
): string | undefined {
  if (matches(value)) return path
  const inside: readonly (readonly [string, ValueNode])[] =
    value.kind === Kind.OBJECT
      ? value.fields.map((field) => [field.name.value, field.value] as const)
      : value.kind === Kind.LIST
        ? value.values.map((entry, index) => [String(index), entry] as const)
        : []
  for (const [name, nested] of inside) {
    const found = findInValue(nested, `${path}.${name}`, matches)
    if (found !== undefined) return found
  }
  return undefined
}
