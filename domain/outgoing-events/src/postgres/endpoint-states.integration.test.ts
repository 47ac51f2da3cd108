import { oneShard } from '@gatehouse/postgres/shards'
// What attempts and deletions do to endpoints and their deliveries, without a sender.
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createJudgeAddress } from '../send/judge-address.ts'
import { seedEndpoint, seedPendingDelivery } from '../testing/seed-events.ts'
import { type ClaimedDelivery, claimDeliveries } from './claim-deliveries.ts'
import { deleteEndpoint, updateEndpoint } from './manage-endpoints.ts'
import { purgeEndpoints } from './purge-events.ts'
import { type AttemptOutcome, recordAttempt } from './record-attempt.ts'

const ids = createIds(createSystemClock())
const by = { actor: { kind: 'user', id: ids.uuid() } } as const
const limits = { all: 100, company: 100, endpoint: 10, failing: 100 }
const day = 86_400_000
let open: OpenTestDatabase
let companyId: string

beforeAll(async () => {
  open = await openTestDatabase()
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  companyId = await addCompany(open.database, 0n)
})

const endpointRow = async (id: string) =>
  open.database
    .selectFrom('event_endpoints')
    .select(['is_enabled', 'disabled_because', 'sealed_secret', 'previous_sealed_secret'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
const statuses = async () =>
  (
    await open.database
      .selectFrom('event_deliveries')
      .select('status')
      .where('company_id', '=', companyId)
      .orderBy('id')
      .execute()
  ).map(({ status }) => status)
const audited = async () =>
  (
    await open.database
      .selectFrom('audit_log')
      .select('action')
      .where('company_id', '=', companyId)
      .where('actor_kind', '=', 'service')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

async function seedAndClaim(isFailing: boolean): Promise<ClaimedDelivery> {
  const endpointId = await seedEndpoint({ postgres: open.postgres, ids }, { companyId, isFailing })
  await seedPendingDelivery({ postgres: open.postgres, ids }, { companyId, endpointId })
  return claim()
}

async function claim(): Promise<ClaimedDelivery> {
  const order = { claimId: ids.uuid(), nowMs: Date.now() + 60_000, leaseMs: 1_000, held: [], limits }
  const claimed = await claimDeliveries(open.postgres, order)
  const found = claimed.find((delivery) => delivery.companyId === companyId)
  if (!found) throw new Error('nothing was claimed')
  return found
}

function record(claimed: ClaimedDelivery, outcome: Partial<AttemptOutcome> = {}) {
  const onDisabled = async () => undefined
  const deps = { database: open.database, ids, random: () => 0.5, onDisabled }
  const startedAtMs = Date.now()
  return recordAttempt(deps, claimed, {
    startedAtMs,
    durationMs: 5,
    statusCode: 200,
    error: null,
    ...outcome,
  })
}

const endpointDeps = () => ({
  databases: oneShard(open.database),
  ids,
  fillRandom: () => undefined,
  eventSeal: undefined,
  judgeAddress: createJudgeAddress([]),
})

test('a success at a failing endpoint that an admin has disabled meanwhile is recorded, and it stays disabled', async () => {
  const claimed = await seedAndClaim(true)
  const { endpointId } = claimed
  await updateEndpoint(endpointDeps(), { companyId, endpointId, changes: { isEnabled: false } }, by)
  expect(await record(claimed)).toBe('delivered')
  expect(await statuses()).toEqual(['DELIVERED'])
  expect(await endpointRow(endpointId)).toMatchObject({ is_enabled: false, disabled_because: null })
  expect(await audited()).toEqual([])
})

test('that the platform disables and enables an endpoint is audited', async () => {
  const failing = await seedAndClaim(true)
  expect(await record(failing)).toBe('delivered')
  expect(await endpointRow(failing.endpointId)).toMatchObject({ is_enabled: true, disabled_because: null })
  await seedPendingDelivery({ postgres: open.postgres, ids }, { companyId, endpointId: failing.endpointId })
  await record(await claim(), { statusCode: 410, error: 'The receiver answered 410.' })
  expect(await endpointRow(failing.endpointId)).toMatchObject({ disabled_because: 'GONE' })
  expect(await audited()).toEqual(['endpoint.enable', 'endpoint.disable'])
})

test('a deleted endpoint has no pending deliveries and no secrets, and an attempt in progress is lost', async () => {
  const claimed = await seedAndClaim(false)
  const { endpointId } = claimed
  await seedPendingDelivery({ postgres: open.postgres, ids }, { companyId, endpointId })
  await deleteEndpoint({ databases: oneShard(open.database), ids }, { companyId, endpointId }, by)
  expect(await statuses()).toEqual(['FAILED', 'FAILED'])
  expect(await record(claimed)).toBe('lost')
  const row = await endpointRow(endpointId)
  expect(row?.sealed_secret).toHaveLength(0)
  expect(row?.previous_sealed_secret).toBeNull()
})

test('what a deletion has missed is settled by the purge, which removes the endpoint once its deliveries are gone', async () => {
  const { endpointId } = await seedAndClaim(false)
  await deleteEndpoint({ databases: oneShard(open.database), ids }, { companyId, endpointId }, by)
  await seedPendingDelivery({ postgres: open.postgres, ids }, { companyId, endpointId })
  while (await purgeEndpoints(open.postgres, Date.now() + 2 * day));
  expect(await statuses()).toEqual(['FAILED', 'FAILED'])
  expect(await endpointRow(endpointId)).toBeDefined()
  await open.postgres.query('delete from outgoing_events where company_id = $1', [companyId])
  const kept = await seedEndpoint({ postgres: open.postgres, ids }, { companyId })
  await purgeEndpoints(open.postgres, Date.now() + 2 * day)
  expect(await endpointRow(endpointId)).toBeUndefined()
  expect((await endpointRow(kept))?.previous_sealed_secret).toBeNull()
  expect((await endpointRow(kept))?.sealed_secret).toHaveLength(1)
})
