import { randomFillSync } from 'node:crypto'
import { openAccessActs } from '@gatehouse/audit/testing/open-access-acts'
import { readEvents, seedEndpoint } from '@gatehouse/outgoing-events/testing/seed-events'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { addAliases } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyStatus } from '../api-key.ts'
import { hashKey, possibleHashes } from '../hash-key.ts'
import { isWellFormedKey } from '../key-format.ts'
import { type NewApiKey, createApiKey } from './create-api-key.ts'
import { createFindKeys, listApiKeys } from './find-keys.ts'
import type { KeyActor } from './insert-key.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rotateApiKey } from './rotate-api-key.ts'
import { createTouchLastUsed } from './touch-last-used.ts'
import { updateApiKey } from './update-api-key.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const pepper = (id: string) => ({ id, secret: new Secret(`pepper ${id}`) })
const peppers = { current: pepper('2026') }
const by: KeyActor = { actor: { kind: 'operator', id: 'ada' }, clientAddress: '203.0.113.9' }
const companyId = ids.uuid()
const neighbourId = ids.uuid()
let open: OpenTestDatabase
let announced: string[]

beforeEach(async () => {
  open = await openTestDatabase()
  announced = []
  const companies = [companyId, neighbourId].map((id) => ({ id, name: `Company ${id}` }))
  await open.database.insertInto('companies').values(companies).execute()
})
afterEach(() => open[Symbol.asyncDispose]())

const minting = () => ({ database: open.database, ids, clock, peppers, fillRandom: randomFillSync })
const create = (changes: Partial<NewApiKey> = {}) =>
  createApiKey(minting(), { companyId, name: 'Website', ...changes }, by)
const revoke = (keyId: string, company = companyId) => {
  const announceKeyEnd = async (id: string) => announced.push(id) > 0
  const deps = { database: open.database, ids, accessActs: openAccessActs(open.postgres), announceKeyEnd }
  return revokeApiKey(deps, { companyId: company, keyId }, by)
}
const auditEntries = () =>
  open.database
    .selectFrom('audit_log')
    .select(['action', 'subject_id', 'actor_id', 'company_id', 'details'])
    .orderBy('id')
    .execute()
const notFound = { kind: 'not_found', code: 'keys.not_found' }

test('a new key has the default scopes and limits, and its raw form is returned once', async () => {
  const { key, rawKey } = await create()
  expect(isWellFormedKey(rawKey.reveal())).toBe(true)
  expect(key).toMatchObject({
    companyId,
    name: 'Website',
    hint: rawKey.reveal().slice(-4),
    scopes: ['inference:chat', 'inference:parse', 'usage:read'],
    modelAllowlist: null,
    rpmLimit: 300,
    tpmLimit: 200_000,
    monthlyCreditCapMicros: null,
    mayReadCompanyUsage: false,
    createdBy: null,
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    rotatedFromId: null,
  })
  expect(await listApiKeys(open.database, companyId)).toEqual([key])
  expect(JSON.stringify({ key: { ...key, monthlyCreditCapMicros: '' }, rawKey })).not.toContain(
    rawKey.reveal(),
  )
})

test('a key has the settings that were chosen for it', async () => {
  await addAliases(open.database, 'http://127.0.0.1:1/v1')
  const chosen = {
    name: 'Parser',
    scopes: ['jobs:read', 'inference:parse'],
    modelAllowlist: ['svc/extract-fast', 'svc/extract-default'],
    rpmLimit: 10,
    tpmLimit: 2_000_000_000,
    monthlyCreditCapMicros: 9_007_199_254_740_993n,
    mayReadCompanyUsage: true,
    expiresAt: new Date(clock.wallMs() + 60_000),
  } as const
  const { key } = await create(chosen)
  expect(key).toMatchObject(chosen)
  const [listed] = await listApiKeys(open.database, companyId)
  expect(listed).toEqual(key)
})

test('an allowlist that names an unknown alias is rejected with the aliases that exist', async () => {
  await addAliases(open.database, 'http://127.0.0.1:1/v1')
  await expect(create({ modelAllowlist: ['svc/chat-default', 'svc/chat-defualt'] })).rejects.toMatchObject({
    kind: 'invalid',
    code: 'keys.allowlist',
    publicMessage:
      'The allowlist names "svc/chat-defualt", which is not an alias. Choose from svc/chat-cheap, svc/chat-default, ' +
      'svc/chat-premium, svc/embed-default, svc/extract-default, svc/extract-fast.',
  })
  expect(await listApiKeys(open.database, companyId)).toEqual([])
})

test.each<[string, Partial<NewApiKey>, string]>([
  ['a blank name', { name: '  ' }, 'keys.name'],
  ['no scope', { scopes: [] }, 'keys.scopes'],
  ['an unknown scope', { scopes: ['jobs:write' as 'jobs:read'] }, 'keys.scopes'],
  ['an empty allowlist', { modelAllowlist: [] }, 'keys.allowlist'],
  ['an allowlist without any alias to name', { modelAllowlist: ['svc/chat-default'] }, 'keys.allowlist'],
  ['a limit of zero', { rpmLimit: 0 }, 'keys.limit'],
  ['half a request', { rpmLimit: 0.5 }, 'keys.limit'],
  ['a limit that exceeds its column', { tpmLimit: 2 ** 31 }, 'keys.limit'],
  ['a negative cap', { monthlyCreditCapMicros: -1n }, 'keys.monthly_cap'],
  ['an expiry in the past', { expiresAt: new Date(0) }, 'keys.expiry'],
  ['an expiry that is not a date', { expiresAt: new Date('tomorrow') }, 'keys.expiry'],
  ['a creator who does not exist', { createdBy: ids.uuid() }, 'keys.creator'],
])('%s is refused, and leaves neither a key nor an audit entry', async (_, changes, code) => {
  await expect(create(changes)).rejects.toMatchObject({ kind: 'invalid', code })
  expect(await listApiKeys(open.database, companyId)).toEqual([])
  expect(await auditEntries()).toEqual([])
})

test('a key must belong to an existing company', async () => {
  await expect(create({ companyId: ids.uuid() })).rejects.toMatchObject({ code: 'keys.company_not_found' })
})

test('rotation mints a sibling with the same settings and leaves the old key live', async () => {
  const old = await create({
    scopes: ['jobs:read'],
    rpmLimit: 7,
    expiresAt: new Date(clock.wallMs() + 60_000),
  })
  const sibling = await rotateApiKey(minting(), { companyId, keyId: old.key.id }, by)
  const { id } = old.key
  const { hint, createdAt } = sibling.key
  expect(sibling.key).toEqual({ ...old.key, id: sibling.key.id, hint, createdAt, rotatedFromId: id })
  expect(sibling.key.id).not.toBe(id)
  expect(sibling.rawKey.reveal()).not.toBe(old.rawKey.reveal())
  const statuses = (await listApiKeys(open.database, companyId)).map((key) => keyStatus(key, new Date()))
  expect(statuses).toEqual(['live', 'live'])
  const forever = await rotateApiKey(minting(), { companyId, keyId: id, expiresAt: null }, by)
  expect(forever.key.expiresAt).toBeNull()
})

test('a rotated key has at most the limits that are allowed now, and follows the plan from then on', async () => {
  const { key } = await create({ rpmLimit: 70, tpmLimit: 1_500 })
  const rotate = async (limitsMax: { rpm: number; tpm: number }) => {
    const rotation = { companyId, keyId: key.id, limitsMax }
    const { id, rpmLimit, tpmLimit } = (await rotateApiKey(minting(), rotation, by)).key
    const { limits_follow_plan } = await open.database
      .selectFrom('api_keys')
      .select('limits_follow_plan')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { rpmLimit, tpmLimit, limits_follow_plan }
  }
  const limits_follow_plan = true
  expect(await rotate({ rpm: 60, tpm: 1_000 })).toEqual({ rpmLimit: 60, tpmLimit: 1_000, limits_follow_plan })
  expect(await rotate({ rpm: 80, tpm: 2_000 })).toEqual({ rpmLimit: 70, tpmLimit: 1_500, limits_follow_plan })
})

test('only a live key of the company can be rotated', async () => {
  const { key } = await create()
  const rotate = (company: string, keyId: string) =>
    rotateApiKey(minting(), { companyId: company, keyId }, by)
  await expect(rotate(neighbourId, key.id)).rejects.toMatchObject(notFound)
  await expect(rotate(companyId, ids.uuid())).rejects.toMatchObject(notFound)
  await revoke(key.id)
  await expect(rotate(companyId, key.id)).rejects.toMatchObject({ kind: 'conflict', code: 'keys.not_live' })
  const expiring = await create({ expiresAt: new Date(clock.wallMs() + 60_000) })
  await open.postgres.query(`update api_keys set expires_at = now() where id = $1`, [expiring.key.id])
  await expect(rotate(companyId, expiring.key.id)).rejects.toMatchObject({ code: 'keys.not_live' })
})

test('revoking twice changes the key once and announces it twice', async () => {
  const { key } = await create()
  const first = await revoke(key.id)
  expect(first).toMatchObject({ kind: 'revoked', isAnnounced: true, key: { id: key.id } })
  expect(first.key.revokedAt).toBeInstanceOf(Date)
  expect(await revoke(key.id)).toEqual({ ...first, kind: 'was_revoked' })
  expect(announced).toEqual([key.id, key.id])
  expect((await auditEntries()).map(({ action }) => action)).toEqual(['key.create', 'key.revoke'])
})

test('of many concurrent revocations exactly one takes effect', async () => {
  const { key } = await create()
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => revoke(key.id)))
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual([
    'revoked',
    'was_revoked',
    'was_revoked',
    'was_revoked',
  ])
})

test("a company cannot revoke another company's key, and no revocation is published", async () => {
  const { key } = await create()
  await expect(revoke(key.id, neighbourId)).rejects.toMatchObject(notFound)
  expect(announced).toEqual([])
  expect(await listApiKeys(open.database, neighbourId)).toEqual([])
  expect(await listApiKeys(open.database, companyId)).toMatchObject([{ revokedAt: null }])
})

test('every change has an audit entry with its author and the hint of the key', async () => {
  const { key } = await create()
  const sibling = await rotateApiKey(minting(), { companyId, keyId: key.id }, by)
  await revoke(key.id)
  const common = { actor_id: 'ada', company_id: companyId }
  expect(await auditEntries()).toMatchObject([
    { ...common, action: 'key.create', subject_id: key.id, details: { hint: key.hint, rpm_limit: 300 } },
    {
      ...common,
      action: 'key.rotate',
      subject_id: sibling.key.id,
      details: { hint: sibling.key.hint, rotated_from_id: key.id },
    },
    { ...common, action: 'key.revoke', subject_id: key.id, details: { hint: key.hint } },
  ])
})

// If one of these updates succeeded, keys in the memory of gateways could be wrong permanently.
test.each([
  `revoked_at = null`,
  `revoked_at = now() + interval '1 day'`,
  `company_id = '${neighbourId}'`,
  `key_hash = sha256('another')`,
])('the database refuses: update api_keys set %s', async (change) => {
  const { key } = await create()
  await revoke(key.id)
  await expect(open.postgres.query(`update api_keys set ${change}`)).rejects.toThrow(
    'a key keeps its company',
  )
})

test('keys are found by the hash of any pepper and by id, many in one statement, in any status', async () => {
  const find = createFindKeys(open.postgres)
  const [current, revoked, byId] = [await create(), await create(), await create()]
  const older = await createApiKey(
    { ...minting(), peppers: { current: pepper('2025') } },
    { companyId, name: 'Older' },
    by,
  )
  await revoke(revoked.key.id)
  const both = { current: pepper('2026'), previous: [pepper('2025'), pepper('2024')] }
  const hashes = [current, revoked, older].flatMap(({ rawKey }) => possibleHashes(both, rawKey.reveal()))
  const found = await find({ hashes, ids: [byId.key.id, ids.uuid()] })
  const expected = [current, revoked, older, byId].map(({ key }) => key.id)
  expect(found.map(({ key }) => key.id).sort()).toEqual(expected.sort())
  const ofOlder = found.find(({ key }) => key.id === older.key.id)
  expect(ofOlder?.hash).toEqual(hashKey(pepper('2025'), older.rawKey.reveal()))
  expect(found.find(({ key }) => key.id === revoked.key.id)?.key.revokedAt).toBeInstanceOf(Date)
  expect(await find({ hashes: [], ids: [] })).toEqual([])
})

/** Creates a plan that allows 5,000 requests and sets no token limit, and an active subscription to it. */
async function subscribe(): Promise<{ cancel(): Promise<unknown> }> {
  const [planId, id] = [ids.uuid(), ids.uuid()]
  await open.postgres.query(
    `insert into plans (id, name, credits_micros, price_minor, currency, key_rpm_limit_max)
     values ($1, 'Large', 0, 0, 'eur', 5000)`,
    [planId],
  )
  await open.postgres.query(
    `insert into subscriptions (id, company_id, plan_id, status, is_active, provider_subscription_id, event_created_at, event_rank)
     values ($1, $2, $3, 'ACTIVE', true, $4, now(), 0)`,
    [id, companyId, planId, `sub_${id}`],
  )
  return {
    cancel: () =>
      open.postgres.query(`update subscriptions set status = 'CANCELED', is_active = false where id = $1`, [
        id,
      ]),
  }
}

test('a key that follows its plan has the limits of the plan only while the plan lasts', async () => {
  const limits = { rpmLimit: 4_000, tpmLimit: 150_000 }
  const following = await create({ ...limits, limitsFollowPlan: true })
  const granted = await create(limits)
  const limitsOf = async (keyId: string) => {
    const [found] = await createFindKeys(open.postgres)({ hashes: [], ids: [keyId] })
    return [found?.key.rpmLimit, found?.key.tpmLimit]
  }
  expect(await limitsOf(following.key.id)).toEqual([300, 150_000])
  const { cancel } = await subscribe()
  expect(await limitsOf(following.key.id)).toEqual([4_000, 150_000])
  const sibling = await rotateApiKey(minting(), { companyId, keyId: following.key.id }, by)
  const byAdmin = { companyId, keyId: granted.key.id, limitsMax: { rpm: 5_000, tpm: 200_000 } }
  const siblingByAdmin = await rotateApiKey(minting(), byAdmin, by)
  await cancel()
  expect(await limitsOf(following.key.id)).toEqual([300, 150_000])
  expect(await limitsOf(sibling.key.id)).toEqual([300, 150_000])
  expect(await limitsOf(siblingByAdmin.key.id)).toEqual([300, 150_000])
  // Limits granted by the platform do not depend on the plan.
  expect(await limitsOf(granted.key.id)).toEqual([4_000, 150_000])
})

test('the pepper of each hash is recorded, so that one knows when it may be removed', async () => {
  await create()
  const row = await open.database.selectFrom('api_keys').select('pepper_id').executeTakeFirstOrThrow()
  expect(row.pepper_id).toBe('2026')
})

test('uses are recorded for many keys together, at most once a minute across all processes', async () => {
  const touch = createTouchLastUsed(open.postgres)
  const [first, second] = [await create(), await create()]
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, 0) + minutes * 60_000)
  const lastUses = async () =>
    (await listApiKeys(open.database, companyId)).map(({ lastUsedAt }) => lastUsedAt)
  await touch([first, second].map(({ key }, index) => ({ keyId: key.id, at: at(index) })))
  expect(await lastUses()).toEqual([at(0), at(1)])
  await touch([first, second].map(({ key }) => ({ keyId: key.id, at: at(1.5) })))
  expect(await lastUses()).toEqual([at(1.5), at(1)])
  // A process that reports late does not move the time back.
  await touch([{ keyId: first.key.id, at: at(0) }])
  await touch([{ keyId: ids.uuid(), at: at(0) }])
  await touch([])
  expect(await lastUses()).toEqual([at(1.5), at(1)])
})

test('recording uses does not wait for a concurrent change of a key', async () => {
  const { key } = await create()
  const other = await create()
  const at = new Date(Date.UTC(2026, 0, 1))
  await open.database.transaction().execute(async (tx) => {
    await sql`select from api_keys where id = ${key.id} for update`.execute(tx)
    await createTouchLastUsed(open.postgres)([key, other.key].map(({ id }) => ({ keyId: id, at })))
  })
  const lastUses = (await listApiKeys(open.database, companyId)).map(({ lastUsedAt }) => lastUsedAt)
  expect(lastUses).toEqual([null, at])
})

test('the company receives an event for every key that is created, rotated or revoked', async () => {
  const { postgres } = open
  await seedEndpoint({ postgres, ids }, { companyId, eventTypes: [] })
  const { key } = await create()
  const { key: sibling } = await rotateApiKey(minting(), { companyId, keyId: key.id }, by)
  await revoke(key.id)
  await revoke(key.id)
  const name = 'Website'
  expect(await readEvents(postgres, companyId)).toEqual([
    { type: 'key.created', data: { keyId: key.id, name } },
    { type: 'key.created', data: { keyId: sibling.id, name } },
    { type: 'key.revoked', data: { keyId: key.id, name } },
  ])
})

test('a new expiry and a revocation, but no repetition, enqueue their copies for the object store', async () => {
  const { key } = await create()
  const expiresAt = new Date(clock.wallMs() + 60_000)
  const accessActs = openAccessActs(open.postgres)
  const deps = { database: open.database, ids, clock, accessActs, announceCompanyChange: async () => true }
  for (const changes of [{ expiresAt }, { expiresAt }, { name: 'Other' }])
    await updateApiKey(deps, { companyId, keyId: key.id, changes, limitsFollowPlan: false }, by)
  await revoke(key.id)
  await revoke(key.id)
  const { rows } = await open.postgres.query<{ act: unknown }>(
    `select data -> 'input' as act from tasks.job_common where name = 'copy-access-act'
      order by data -> 'input' ->> 'at'`,
  )
  const act = { companyId, keyId: key.id, actor: by.actor }
  expect(rows).toEqual([
    {
      act: expect.objectContaining({
        ...act,
        kind: 'key.expiry',
        expiresAt: expiresAt.toISOString(),
      }) as unknown,
    },
    { act: expect.objectContaining({ ...act, kind: 'key.revoke' }) as unknown },
  ])
})
