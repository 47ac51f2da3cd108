// An operation is data: its name, what it takes, what it answers with, what it costs, and the work. Who may call it is
// not said here but in the access table, and an operation that is not in that table keeps the backend from starting.
import type { GraphQLFieldConfig, GraphQLFieldConfigArgumentMap } from 'graphql'
import type { OperationContext } from '../operation-context.ts'
import { type InputTable, type InputValues, readInputs } from './input.ts'
import type { Shape } from './shape.ts'

export type OperationKind = 'Query' | 'Mutation' | 'Subscription'

export type Operation = {
  kind: OperationKind
  name: string
  field: GraphQLFieldConfig<unknown, OperationContext, Readonly<Record<string, unknown>>>
}

export type OperationDefinition<Inputs extends InputTable, T> = {
  name: string
  description: string
  inputs: Inputs
  returns: Shape<T>
  /** Counts against the limit of 5,000 for a document; 1 if left out. The objects that it returns are counted separately. */
  cost?: number
  /** For each row that it reads, whether or not the document selects anything of it; 1 if left out. */
  rowCost?: number
  resolve(context: OperationContext, given: InputValues<Inputs>): T | Promise<T>
}

export function defineQuery<Inputs extends InputTable, T>(
  definition: OperationDefinition<Inputs, T>,
): Operation {
  return defineOperation('Query', definition)
}

export function defineMutation<Inputs extends InputTable, T>(
  definition: OperationDefinition<Inputs, T>,
): Operation {
  return defineOperation('Mutation', definition)
}

type SubscriptionDefinition<Inputs extends InputTable, T> = Omit<
  OperationDefinition<Inputs, T>,
  'resolve'
> & {
  subscribe(context: OperationContext, given: InputValues<Inputs>): AsyncIterable<T>
}

export function defineSubscription<Inputs extends InputTable, T>({
  subscribe,
  ...definition
}: SubscriptionDefinition<Inputs, T>): Operation {
  return {
    kind: 'Subscription',
    name: definition.name,
    field: {
      ...describe(definition),
      subscribe: (_source, given, context) => subscribe(context, readInputs(definition.inputs, given)),
      resolve: (event) => event,
    },
  }
}

function defineOperation<Inputs extends InputTable, T>(
  kind: OperationKind,
  definition: OperationDefinition<Inputs, T>,
): Operation {
  return {
    kind,
    name: definition.name,
    field: {
      ...describe(definition),
      resolve: async (_source, given, context) =>
        definition.resolve(context, readInputs(definition.inputs, given)),
    },
  }
}

function describe<Inputs extends InputTable, T>(
  definition: Omit<OperationDefinition<Inputs, T>, 'resolve'>,
): Operation['field'] {
  return {
    description: definition.description,
    type: definition.returns.type,
    args: Object.fromEntries(
      Object.entries(definition.inputs).map(([name, { type }]) => [name, { type }]),
    ) satisfies GraphQLFieldConfigArgumentMap,
    extensions: { cost: definition.cost ?? 1, rowCost: definition.rowCost ?? 1 },
  }
}
