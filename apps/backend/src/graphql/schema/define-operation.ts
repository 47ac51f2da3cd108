// An operation is data: its name, inputs, return type, cost and resolver. Who may call it is in the access table; the
// backend does not start if an operation is missing there.
import type { GraphQLFieldConfig, GraphQLFieldConfigArgumentMap } from 'graphql'
import { announceChanges } from '../announce-changes.ts'
import { recentLoginMinutes } from '@gatehouse/identity/recent-login'
import { authoriseRecentLogin } from '../access/authorise.ts'
import type { OperationContext } from '../operation-context.ts'
import { type InputTable, type InputValues, readInputs } from './input.ts'
import { locateInput } from './locate-input.ts'
import type { Shape } from './shape.ts'

const recentLoginNote = `Needs the session cookie and a login or reauthenticate within the last ${recentLoginMinutes} minutes; otherwise FORBIDDEN with the fault identity.recent_login_required.`

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
  /**
   * Fixed cost, which counts against a document's limit of 5,000; 1 by default. Returned objects are counted
   * separately.
   */
  cost?: number
  /** Cost of each row that the operation reads, whether or not the document selects its fields; 1 by default. */
  rowCost?: number
  /** For actions that do great harm in the wrong hands; the description of the operation states it. */
  needsRecentLogin?: boolean
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
  subscribe(
    context: OperationContext,
    given: InputValues<Inputs>,
  ): AsyncIterable<T> | Promise<AsyncIterable<T>>
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
  async function resolve(context: OperationContext, given: Readonly<Record<string, unknown>>): Promise<T> {
    if (definition.needsRecentLogin) await authoriseRecentLogin(context)
    try {
      return await definition.resolve(context, readInputs(definition.inputs, given))
    } catch (thrown) {
      throw locateInput(definition.inputs, thrown)
    }
  }
  return {
    kind,
    name: definition.name,
    field: {
      ...describe(definition),
      async resolve(_source, given, context) {
        const result = await resolve(context, given)
        if (kind === 'Mutation') announceChanges(context.deps.events.publish, definition.name, given)
        return result
      },
    },
  }
}

function describe<Inputs extends InputTable, T>(
  definition: Omit<OperationDefinition<Inputs, T>, 'resolve'>,
): Operation['field'] {
  return {
    description: definition.needsRecentLogin
      ? `${definition.description} ${recentLoginNote}`
      : definition.description,
    type: definition.returns.type,
    args: Object.fromEntries(
      Object.entries(definition.inputs).map(([name, { type }]) => [name, { type }]),
    ) satisfies GraphQLFieldConfigArgumentMap,
    extensions: { cost: definition.cost ?? 1, rowCost: definition.rowCost ?? 1 },
  }
}
