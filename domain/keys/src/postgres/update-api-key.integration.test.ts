import { randomFillSync } from 'node:crypto'
import { openAccessActs } from '@gatehouse/audit/testing/open-access-acts'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { addAliases } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ApiKey } from '../api-key.ts'
import { type NewApiKey, createApiKey } from './create-api-key.ts'
import { listApiKeys } from './find-keys.ts'
import { type KeyUpdate, updateApiKey } from './update-api-key.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const peppers = { current: { id: '2026', secret: new Secret('a pepper') } }
const by = { actor: { kind: 'operator', id: 'ada' } } as const
let open: OpenTestDatabase
let companyId: string
let announced: string[]

beforeEach(async () => {
  open = await openTestDatabase()
  announced = []
  companyId = ids.uuid()
  await open.database.insertInto('companies').values({ id: companyId, name: 'Company' }).execute()
})
afterEach(() => open[Symbol.asyncDispose]())

async function create(changes: Partial<NewApiKey> = {}): Promise<ApiKey> {
  const deps = { database: open.database, ids, clock, peppers, fillRandom: randomFillSync }
  return (await createApiKey(deps, { companyId, name: 'Website', ...changes }, by)).key
}
function update(
  keyId: string,
  changes: KeyUpdate['changes'],
  more: Partial<KeyUpdate> = {},
): Promise<ApiKey> {
  const accessActs = openAccessActs(open.postgres)
  const announceCompanyChange = async (id: string) => announced.push(id) > 0
  return updateApiKey(
    { database: open.database, ids, clock, accessActs, announceCompanyChange },
    { companyId, keyId, changes, limitsFollowPlan: false, ...more },
    by,
  )
}
const updates = async () =>
  (
    await open.database
      .selectFrom('audit_log')
      .select(['subject_id', 'details'])
      .where('action', '=', 'key.update')
      .orderBy('id')
      .execute()
  ).map(({ subject_id, details }) => ({ subject_id, details }))
const expiries = async () =>
  (
    await open.postgres.query<{ expiresAt: string | null }>(
      `select data -> 'input' ->> 'expiresAt' as "expiresAt" from tasks.job_common where name = 'copy-access-act'
        order by data -> 'input' ->> 'at'`,
    )
  ).rows.map((row) => row.expiresAt)
const followsPlan = async (keyId: string) =>
  (
    await open.database
      .selectFrom('api_keys')
      .select('limits_follow_plan')
      .where('id', '=', keyId)
      .executeTakeFirstOrThrow()
  ).limits_follow_plan

test('the settings that are named change, and the audit entry has exactly those', async () => {
  await addAliases(open.database, 'http://127.0.0.1:1/v1')
  const key = await create({ rpmLimit: 10, monthlyCreditCapMicros: 5n })
  const modelAllowlist = ['svc/chat-cheap', 'svc/chat-default', 'svc/chat-cheap']
  const changed = await update(key.id, { name: ' Shop ', modelAllowlist, rpmLimit: 20 })
  const expected = {
    ...key,
    name: 'Shop',
    modelAllowlist: ['svc/chat-cheap', 'svc/chat-default'],
    rpmLimit: 20,
  }
  expect(changed).toEqual(expected)
  expect(await listApiKeys(open.database, companyId)).toEqual([expected])
  expect(announced).toEqual([companyId])
  expect(await updates()).toEqual([
    {
      subject_id: key.id,
      details: {
        name: 'Shop',
        hint: key.hint,
        before: { name: 'Website', model_allowlist: null, rpm_limit: 10 },
        after: { name: 'Shop', model_allowlist: ['svc/chat-cheap', 'svc/chat-default'], rpm_limit: 20 },
      },
    },
  ])
  expect(await expiries()).toEqual([])
})

test('a change to the same settings is neither audited nor copied', async () => {
  const key = await create({ rpmLimit: 10 })
  expect(await update(key.id, { rpmLimit: 10, name: 'Website ' })).toEqual(key)
  expect(await updates()).toEqual([])
  expect(await expiries()).toEqual([])
})

test('an expiry can be set and removed, and both are copied', async () => {
  const key = await create()
  const expiresAt = new Date(clock.wallMs() + 600_000)
  expect(await update(key.id, { expiresAt })).toMatchObject({ expiresAt })
  expect(await update(key.id, { expiresAt: null })).toMatchObject({ expiresAt: null })
  expect(await expiries()).toEqual([expiresAt.toISOString(), null])
})

test('limits follow the plan from the change of a limit on, and not after another change', async () => {
  const key = await create()
  await update(key.id, { name: 'Other' }, { limitsFollowPlan: true })
  expect(await followsPlan(key.id)).toBe(false)
  await update(key.id, { tpmLimit: 5 }, { limitsFollowPlan: true })
  expect(await followsPlan(key.id)).toBe(true)
  await update(key.id, { rpmLimit: 5 })
  expect(await followsPlan(key.id)).toBe(false)
})

test('a limit that is named with its stored value is not a new one, so whether limits follow the plan stays', async () => {
  const granted = await create({ rpmLimit: 1_000, tpmLimit: 300_000 })
  const sameLimits = { rpmLimit: 1_000, tpmLimit: 300_000 }
  await update(granted.id, { name: 'Other', ...sameLimits }, { limitsFollowPlan: true })
  expect(await followsPlan(granted.id)).toBe(false)
  const following = await create({ ...sameLimits, limitsFollowPlan: true })
  await update(following.id, { name: 'Other', ...sameLimits })
  expect(await followsPlan(following.id)).toBe(true)
  const renamed = { before: { name: 'Website' }, after: { name: 'Other' } }
  expect(await updates()).toMatchObject([{ details: renamed }, { details: renamed }])
})

test('the audit entry says whether limits follow the plan from then on', async () => {
  const key = await create({ rpmLimit: 10 })
  await update(key.id, { rpmLimit: 20 }, { limitsFollowPlan: true })
  await update(key.id, { rpmLimit: 30 }, { limitsFollowPlan: true })
  const details = (await updates()).map((entry) => entry.details)
  expect(details).toEqual([
    {
      name: 'Website',
      hint: key.hint,
      before: { rpm_limit: 10, limits_follow_plan: false },
      after: { rpm_limit: 20, limits_follow_plan: true },
    },
    { name: 'Website', hint: key.hint, before: { rpm_limit: 20 }, after: { rpm_limit: 30 } },
  ])
})

test.each<[KeyUpdate['changes'], { code: string; input: string; publicMessage: string }]>([
  [
    { name: ' ' },
    { code: 'keys.name', input: 'name', publicMessage: 'A key needs a name of at most 200 characters.' },
  ],
  [
    { modelAllowlist: [] },
    {
      code: 'keys.allowlist',
      input: 'modelAllowlist',
      publicMessage: 'Name at least one alias, or leave the list out to allow every alias.',
    },
  ],
  [
    { rpmLimit: 0 },
    { code: 'keys.limit', input: 'rpmLimit', publicMessage: 'A limit must be greater than zero.' },
  ],
  [
    { tpmLimit: 0 },
    { code: 'keys.limit', input: 'tpmLimit', publicMessage: 'A limit must be greater than zero.' },
  ],
  [
    { tpmLimit: 2 ** 31 },
    {
      code: 'keys.limit',
      input: 'tpmLimit',
      publicMessage: 'A limit is a whole number up to 2147483647.',
    },
  ],
  [
    { monthlyCreditCapMicros: -1n },
    {
      code: 'keys.monthly_cap',
      input: 'monthlyCreditCap',
      publicMessage: 'The monthly cap must not be negative.',
    },
  ],
  [
    { expiresAt: new Date(0) },
    {
      code: 'keys.expiry',
      input: 'expiresAt',
      publicMessage: 'The key would already be expired. Choose a later time.',
    },
  ],
])('%o is refused with its reason, and changes nothing', async (changes, fault) => {
  const key = await create()
  await expect(update(key.id, changes)).rejects.toMatchObject({ kind: 'invalid', ...fault })
  expect(await listApiKeys(open.database, companyId)).toEqual([key])
  expect(await updates()).toEqual([])
  expect(announced).toEqual([])
})

test('only a live key of the company can be changed', async () => {
  const key = await create()
  const neighbourId = ids.uuid()
  await open.database.insertInto('companies').values({ id: neighbourId, name: 'Neighbour' }).execute()
  const rename = (more: Partial<KeyUpdate> = {}) => update(key.id, { name: 'Mine' }, more)
  await expect(rename({ companyId: neighbourId })).rejects.toMatchObject({ code: 'keys.not_found' })
  await expect(rename({ keyId: ids.uuid() })).rejects.toMatchObject({ code: 'keys.not_found' })
  await open.postgres.query('update api_keys set expires_at = now() where id = $1', [key.id])
  await expect(rename()).rejects.toMatchObject({
    kind: 'conflict',
    code: 'keys.not_live',
    publicMessage: 'The key is expired, so it cannot be changed. Create another one.',
  })
  await open.postgres.query('update api_keys set revoked_at = now() where id = $1', [key.id])
  await expect(rename()).rejects.toMatchObject({
    publicMessage: 'The key is revoked, so it cannot be changed. Create another one.',
  })
  expect(await listApiKeys(open.database, companyId)).toMatchObject([{ name: 'Website' }])
})
