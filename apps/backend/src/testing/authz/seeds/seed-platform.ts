// Values for operations on the platform itself, which belongs to no company.
import { storeReport } from '@gatehouse/credits/reconciliation-reports'
import { addCounts } from '@gatehouse/operations/operation-counts'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import { addPlatformCall } from '@gatehouse/testkit/seed-gateway'
import { seedFailedTasks } from '../../seed-failed-tasks.ts'
import type { KnownValues } from '../compose-operation.ts'
import type { SeedDeps } from './seed-objects.ts'

const alias = 'svc/chat-default'
const price = { input: '1', cachedInput: '0.1', output: '2' }

const ids = createIds(createSystemClock())

/** The aliases must have been added. */
export async function seedPlatform(
  { database, postgres }: SeedDeps,
  companyId: string,
): Promise<KnownValues> {
  const [taskId, replayedId] = await seedFailedTasks(postgres, { companyId, count: 2 })
  await seedReconciliation(postgres, companyId)
  await addCounts(postgres, [{ kind: 'email.send', outcome: 'succeeded', durationStep: 3, times: 2 }])
  await addPlatformCall({ database, postgres }, { concernedCompanyId: companyId, chargedMicros: 10n })
  return {
    ...(await describeCatalog(database)),
    'task.taskId': taskId,
    'replayTasks.taskIds': [replayedId],
  }
}

/** The report of a reconciliation; with an owner, one that found drift and froze that account, without freezing it. */
export function seedReconciliation(postgres: Postgres, ownerId?: string): Promise<void> {
  const drift = { what: 'balance', expectedMicros: 1n, actualMicros: 2n }
  const clean = { kind: 'checked', accounts: 1, drifts: [] } as const
  const outcomes = {
    I1: { ...clean, drifts: ownerId === undefined ? [] : [{ ...drift, ownerId }] },
    I2: clean,
    I3: clean,
    I4: clean,
    I5: clean,
    I6: clean,
    I7: clean,
    I8: clean,
    I9: clean,
  }
  const freezes = new Map(ownerId === undefined ? [] : [[ownerId, 'frozen'] as const])
  return storeReport(ids, postgres, { outcomes, freezes, tookMs: 5 })
}

async function describeCatalog(database: Database): Promise<KnownValues> {
  const { id: routeId } = await database
    .selectFrom('model_routes')
    .select('id')
    .where('alias', '=', 'svc/embed-default')
    .executeTakeFirstOrThrow()
  return {
    'setAlias.alias': alias,
    'setRoute.route': { alias, position: 0, baseUrl: 'http://127.0.0.1:9/v1', providerModel: 'other' },
    'removeRoute.routeId': routeId,
    ...qualify('setPrice', { alias, ...price }),
    ...qualify('previewPrice', { alias, ...price, days: 30 }),
  }
}

function qualify(operation: string, values: KnownValues): KnownValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${operation}.${name}`, value]))
}
