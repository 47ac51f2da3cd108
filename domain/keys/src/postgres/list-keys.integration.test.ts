import { randomFillSync } from 'node:crypto'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type NewApiKey, createApiKey } from './create-api-key.ts'
import { requireKeyOf } from './find-keys.ts'
import { type KeyPage, findListedKey, listKeyPage } from './list-keys.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const peppers = { current: { id: '2026', secret: new Secret('a pepper') } }
const now = new Date(clock.wallMs())
let open: OpenTestDatabase
let companyId: string
let neighbourId: string

beforeEach(async () => {
  open = await openTestDatabase()
  companyId = ids.uuid()
  neighbourId = ids.uuid()
  const companies = [companyId, neighbourId].map((id) => ({ id, name: `Company ${id}` }))
  await open.database.insertInto('companies').values(companies).execute()
})
afterEach(() => open[Symbol.asyncDispose]())

async function create(changes: Partial<NewApiKey> = {}): Promise<string> {
  const deps = { database: open.database, ids, clock, peppers, fillRandom: randomFillSync }
  const newKey = { companyId, name: 'Website', ...changes }
  return (await createApiKey(deps, newKey, { actor: { kind: 'operator', id: 'ada' } })).key.id
}
const set = (keyId: string, column: 'revoked_at' | 'expires_at', value: Date) =>
  open.postgres.query(`update api_keys set ${column} = $2 where id = $1`, [keyId, value])
const list = async (page: Partial<KeyPage> = {}, company = companyId) =>
  (
    await listKeyPage(open.database, company, {
      limit: 10,
      beforeId: undefined,
      status: undefined,
      now,
      ...page,
    })
  ).map(({ id }) => id)
const notFound = { kind: 'not_found', code: 'keys.not_found' }

test('keys are listed newest first, page by page, for their company only', async () => {
  const [first, second, third] = [await create(), await create(), await create()]
  const other = await create({ companyId: neighbourId })
  expect(await list()).toEqual([third, second, first])
  expect(await list({ limit: 2 })).toEqual([third, second])
  expect(await list({ limit: 2, beforeId: second })).toEqual([first])
  expect(await list({}, neighbourId)).toEqual([other])
})

test('keys are listed by status; one that is revoked and expired is revoked', async () => {
  const [live, later, expired, atNow, revoked, both] = [
    await create(),
    await create({ expiresAt: new Date(now.getTime() + 600_000) }),
    await create(),
    await create(),
    await create(),
    await create(),
  ]
  const past = new Date(now.getTime() - 1_000)
  await set(expired, 'expires_at', past)
  await set(atNow, 'expires_at', now)
  await set(revoked, 'revoked_at', past)
  await set(both, 'expires_at', past)
  await set(both, 'revoked_at', past)
  expect(await list({ status: 'live' })).toEqual([later, live])
  expect(await list({ status: 'expired' })).toEqual([atNow, expired])
  expect(await list({ status: 'revoked' })).toEqual([both, revoked])
  expect(await list({ status: 'revoked', beforeId: both })).toEqual([revoked])
})

test('a key is listed with all its settings and the address of its creator', async () => {
  const userId = ids.uuid()
  await open.database.insertInto('users').values({ id: userId, email: 'ada@example.com' }).execute()
  const mine = await create({ createdBy: userId, rpmLimit: 7 })
  const operators = await create()
  expect(await findListedKey(open.database, companyId, mine)).toMatchObject({
    id: mine,
    companyId,
    name: 'Website',
    rpmLimit: 7,
    tpmLimit: 200_000,
    createdBy: userId,
    createdByEmail: 'ada@example.com',
    isCreatorSuperAdmin: false,
  })
  expect(await findListedKey(open.database, companyId, operators)).toMatchObject({
    createdByEmail: null,
    isCreatorSuperAdmin: false,
  })
})

test('a key of another company, or of none, is not found', async () => {
  const other = await create({ companyId: neighbourId })
  const { database } = open
  for (const keyId of [other, ids.uuid()]) {
    await expect(findListedKey(database, companyId, keyId)).rejects.toMatchObject(notFound)
    await expect(requireKeyOf(database, companyId, keyId)).rejects.toMatchObject(notFound)
  }
  await create()
  await expect(requireKeyOf(database, neighbourId, other)).resolves.toBeUndefined()
})
