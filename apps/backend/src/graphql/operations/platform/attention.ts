// What a person should look at, in a company and on the platform.
import { readModelWork } from '@gatehouse/allowances/read-allowance'
import {
  type Attention,
  attentionKinds,
  createAttention,
  listAttention,
  listPlatformAttention,
} from '@gatehouse/companies/attention'
import type { ReplicaRouteState } from '@gatehouse/models/route-states'
import { Fault } from '@gatehouse/runtime/fault'
import type { OperationDeps } from '../../operation-context.ts'
import { type Operation, defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'

const attentionKindType = enumeration('AttentionKind', 'What a person should look at.', attentionKinds)

const attentionType = defineObject<Attention>(
  'Attention',
  'Something that a person should look at. subjectId is null if it is about several subjects of the kind.',
  {
    kind: field(attentionKindType, (item) => item.kind),
    text: field(shapes.string, (item) => item.text),
    since: field(optional(shapes.time), (item) => item.since),
    subjectKind: field(shapes.string, (item) => item.subjectKind),
    subjectId: field(optional(shapes.string), (item) => item.subjectId),
  },
)

export const attentionOperations: readonly Operation[] = [
  defineQuery({
    name: 'attention',
    description:
      'What the admins of the company should look at: a suspension or pause, a low balance, unpaid invoices, expiring keys, parked calls, refused documents, and model work that waits.',
    inputs: { companyId: inputs.id },
    returns: listOf(attentionType),
    cost: 50,
    async resolve({ deps }, { companyId }) {
      const items = await listAttention(deps.databases.of(companyId), companyId)
      return [...items, ...(await findWaitingWork(deps, companyId))]
    },
  }),
  defineQuery({
    name: 'adminAttention',
    description:
      'What super admins should look at: paused companies, parked calls, events of the payment provider that could not be applied, failed background tasks, differences that the last reconciliation found, and routes whose circuit breaker is not closed.',
    inputs: {},
    returns: listOf(attentionType),
    cost: 100,
    async resolve({ deps }) {
      const items = await listPlatformAttention(deps.database)
      return [...items, ...(await findFailedTasks(deps)), ...(await findOpenRoutes(deps))]
    },
  }),
]

async function findWaitingWork(
  { databases, clock, defaultAllowance }: OperationDeps,
  companyId: string,
): Promise<Attention[]> {
  const database = databases.of(companyId)
  const work = await readModelWork(database, companyId, { clock, defaults: defaultAllowance })
  const isWaiting = work.waitsUntil !== null && work.waitsUntil.getTime() > clock.wallMs()
  const subject = { subjectKind: 'company', subjectId: companyId }
  return isWaiting ? [createAttention({ kind: 'MODEL_WORK_WAITING', since: null, ...subject })] : []
}

/** The count ends at 100, as many as are replayed together. */
async function findFailedTasks({ deadLetters }: OperationDeps): Promise<Attention[]> {
  const tasks = await deadLetters.list()
  const [oldest] = tasks
  if (!oldest) return []
  const subject = { subjectKind: 'task', subjectId: null }
  return [createAttention({ kind: 'TASKS_FAILED', since: oldest.failedAt, number: tasks.length, ...subject })]
}

/**
 * A half-open breaker is listed too: without calls it stays half-open, and its provider may still be failing. If Redis is
 * unavailable, that is an item as well, because an empty list would mean that all routes are closed.
 */
async function findOpenRoutes({ database, readRouteStates }: OperationDeps): Promise<Attention[]> {
  const since = null
  const states = await readRouteStates().catch((thrown: unknown) => {
    if (thrown instanceof Fault && thrown.kind === 'unavailable') return undefined
    throw thrown
  })
  if (!states)
    return [createAttention({ kind: 'ROUTES_UNKNOWN', since, subjectKind: 'route', subjectId: null })]
  const open = Map.groupBy(
    states.filter(({ state }) => state !== 'closed'),
    ({ routeId }) => routeId,
  )
  const names = await nameRoutes(database, [...open.keys()])
  return [...open].map(([subjectId, { length: number }]) => {
    const name = names.get(subjectId) ?? subjectId
    return createAttention({ kind: 'ROUTE_OPEN', since, subjectKind: 'route', subjectId, name, number })
  })
}

async function nameRoutes(
  database: OperationDeps['database'],
  ids: readonly ReplicaRouteState['routeId'][],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const routes = await database
    .selectFrom('model_routes')
    .select(['id', 'alias', 'provider_model'])
    .where('id', 'in', ids)
    .execute()
  return new Map(routes.map(({ id, alias, provider_model }) => [id, `${alias} (${provider_model})`]))
}
