// Turns a GraphQL document into TypeScript: for each operation its text, its variables and its result. A field or
// variable that the schema does not have fails here; a wrong use of a result does not compile.
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  print,
  typeFromAST,
  validate,
} from 'graphql'

export type OperationSource = {
  name: string
  text: string
  /** Number of folders between the file and src. */
  depth: number
}

type Context = { schema: GraphQLSchema; fragments: ReadonlyMap<string, FragmentDefinitionNode> }

const scalars: Readonly<Record<string, string>> = {
  ID: 'string',
  String: 'string',
  DateTime: 'string',
  Int: 'number',
  Float: 'number',
  Boolean: 'boolean',
  JSON: 'unknown',
}

export function generateOperations(schema: GraphQLSchema, { name, text, depth }: OperationSource): string {
  const document = parse(text)
  const faults = validate(schema, document)
  if (faults.length > 0) throw new Error(`${name}: ${faults.map(({ message }) => message).join('\n')}`)
  const fragments = new Map<string, FragmentDefinitionNode>()
  const operations: OperationDefinitionNode[] = []
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition)
  }
  const toRoot = depth === 0 ? './' : '../'.repeat(depth)
  return [
    `// Generated from ${name} by pnpm console:operations. Do not edit.`,
    `import type { Operation } from '${toRoot}graphql/operation.ts'`,
    ...operations.map((operation) => writeOperation({ schema, fragments }, operation)),
    '',
  ].join('\n')
}

function writeOperation(context: Context, operation: OperationDefinitionNode): string {
  const title = operation.name?.value ?? ''
  const root = context.schema.getRootType(operation.operation)
  if (!title || !root) throw new Error('every operation needs a name')
  const variables = (operation.variableDefinitions ?? []).map(({ variable, type, defaultValue }) => {
    const input = typeFromAST(context.schema, type) as GraphQLInputType
    const isOptional = !isNonNullType(input) || defaultValue !== undefined
    return `  ${variable.name.value}${isOptional ? '?' : ''}: ${inputType(input)}${isOptional ? ' | undefined' : ''}`
  })
  const result = selectionType(context, { selections: operation.selectionSet, parent: root.name, indent: '' })
  const identifier = title.charAt(0).toLowerCase() + title.slice(1)
  return [
    '',
    `export type ${title}Variables = ${variables.length > 0 ? `{\n${variables.join('\n')}\n}` : 'Record<string, never>'}`,
    '',
    `export type ${title}Result = ${result}`,
    '',
    `export const ${identifier}: Operation<${title}Result, ${title}Variables> = {`,
    `  name: '${title}',`,
    `  text: ${JSON.stringify(textOf(context, operation))},`,
    '}',
  ].join('\n')
}

/** The operation with the fragments that it uses, without the white space that only people need. */
function textOf({ fragments }: Context, operation: OperationDefinitionNode): string {
  const used = new Set<string>()
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD && !used.has(selection.name.value)) {
        used.add(selection.name.value)
        const fragment = fragments.get(selection.name.value)
        if (fragment) collect(fragment.selectionSet)
      } else if (selection.kind !== Kind.FRAGMENT_SPREAD && selection.selectionSet) {
        collect(selection.selectionSet)
      }
    }
  }
  collect(operation.selectionSet)
  const parts = [operation, ...[...used].flatMap((name) => fragments.get(name) ?? [])]
  return parts
    .map((part) =>
      print(part)
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/ ?([{}():,]) ?/g, '$1'),
    )
    .join(' ')
}

type Selected = { selections: SelectionSetNode; parent: string; indent: string }

function selectionType(context: Context, { selections, parent, indent }: Selected): string {
  const type = context.schema.getType(parent)
  if (!isObjectType(type))
    throw new Error(`${parent} is not an object type, which this tool does not support`)
  const fields = fieldsOf(context, selections).map((field) => {
    const name = field.alias?.value ?? field.name.value
    const definition = type.getFields()[field.name.value]
    if (!definition) throw new Error(`${parent} has no field ${field.name.value}`)
    const inner = indent + '  '
    return `${inner}${name}: ${outputType(context, definition.type, { field, indent: inner })}`
  })
  return `{\n${fields.join('\n')}\n${indent}}`
}

function fieldsOf(context: Context, { selections }: SelectionSetNode): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection]
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(context, selection.selectionSet)
    const fragment = context.fragments.get(selection.name.value)
    return fragment ? fieldsOf(context, fragment.selectionSet) : []
  })
}

function outputType(
  context: Context,
  type: GraphQLOutputType,
  at: { field: FieldNode; indent: string },
): string {
  if (isNonNullType(type)) return bareOutput(context, type.ofType, at)
  return `${bareOutput(context, type, at)} | null`
}

function bareOutput(
  context: Context,
  type: GraphQLOutputType,
  at: { field: FieldNode; indent: string },
): string {
  if (isListType(type)) return `readonly (${outputType(context, type.ofType, at)})[]`
  const named = getNamedType(type)
  if (at.field.selectionSet)
    return selectionType(context, {
      selections: at.field.selectionSet,
      parent: named.name,
      indent: at.indent,
    })
  return leafType(named)
}

function inputType(type: GraphQLInputType): string {
  if (isNonNullType(type)) return bareInput(type.ofType)
  return `${bareInput(type)} | null`
}

function bareInput(type: GraphQLInputType): string {
  if (isListType(type)) return `readonly (${inputType(type.ofType)})[]`
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return leafType(named)
  const fields = Object.values(named.getFields()).map((field) => {
    const isOptional = !isNonNullType(field.type) || field.defaultValue !== undefined
    return `${field.name}${isOptional ? '?' : ''}: ${inputType(field.type)}${isOptional ? ' | undefined' : ''}`
  })
  return `{ ${fields.join('; ')} }`
}

function leafType(type: GraphQLNamedType): string {
  if (isEnumType(type))
    return type
      .getValues()
      .map(({ name }) => `'${name}'`)
      .join(' | ')
  const scalar = scalars[type.name]
  if (scalar === undefined) throw new Error(`${type.name} is not a known scalar: add it to the table`)
  return scalar
}
