import { createFindKeys } from '@gatehouse/keys/find-keys'
import { possibleHashes } from '@gatehouse/keys/hash-key'
import { createSubscribeToKeyEnds } from '@gatehouse/keys/key-end-channel'
import { isWellFormedKey } from '@gatehouse/keys/key-format'
import { createRedis } from '@gatehouse/redis/create-redis'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { addAliases } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keysCommand } from './keys.ts'
import { runCommand } from '../testing/run-command.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const pepperSecret = 'p'.repeat(32)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
let open: OpenTestDatabase
let companyId: string
let company: string[]

beforeAll(async () => {
  open = await openTestDatabase()
  await addAliases(open.database, 'http://127.0.0.1:1/v1')
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  companyId = ids.uuid()
  company = ['--company', companyId]
  await open.database.insertInto('companies').values({ id: companyId, name: 'Company' }).execute()
})

async function runWith(environment: Record<string, string>, args: readonly string[]): Promise<string[]> {
  const settings = { DATABASE_URL: open.url, ...environment }
  const { exitCode, lines } = await runCommand(keysCommand, args, { environment: settings })
  expect(exitCode).toBe(0)
  return lines
}

const keys = (...words: string[]) => runWith({ KEY_PEPPERS: `2026:${pepperSecret}` }, words)
const create = (...words: string[]) => keys('create', ...company, '--name', 'Website', ...words)

/** Parses the output for a new key. */
function readMinted(lines: readonly string[]) {
  return { id: lines[1]?.replace('  id ', '') ?? '', rawKey: lines.at(-1) ?? '' }
}

test('a new key is printed once, is found under its pepper, and is listed without the raw key', async () => {
  const lines = await create()
  const { id, rawKey } = readMinted(lines)
  expect(isWellFormedKey(rawKey)).toBe(true)
  const hint = rawKey.slice(-4)
  expect(lines).toEqual([
    `Website (…${hint}) was created`,
    `  id ${id}`,
    '  inference:chat, inference:parse, usage:read; every alias; 300 RPM, 200000 TPM; never expires',
    'This is the key. It is not stored and cannot be shown again:',
    rawKey,
  ])
  const peppers = { current: { id: '2026', secret: new Secret(pepperSecret) } }
  const found = await createFindKeys(open.postgres)({ hashes: possibleHashes(peppers, rawKey), ids: [] })
  expect(found).toMatchObject([{ key: { id, companyId } }])
  expect(await keys('list', ...company)).toEqual([
    `${id}  live  Website (…${hint})  never used`,
    '    inference:chat, inference:parse, usage:read; every alias; 300 RPM, 200000 TPM; never expires',
  ])
})

test('the options of a key are listed', async () => {
  const chosen =
    '--scopes jobs:read,usage:read --models svc/chat-default,svc/embed-default --rpm 10 --tpm 5000 ' +
    '--monthly-cap 12.5 --company-usage --expires 2099-01-31'
  await create(...chosen.split(' '))
  expect((await keys('list', ...company))[1]).toBe(
    '    jobs:read, usage:read; svc/chat-default, svc/embed-default; 10 RPM, 5000 TPM; ' +
      "at most 12.500000 credits a month; reads the company's usage; expires 2099-01-31T00:00:00Z",
  )
})

test('a rotation creates a second key, and both are live until the old one is revoked', async () => {
  const old = readMinted(await create('--expires', '2099-01-31T18:00Z'))
  const lines = await keys('rotate', ...company, '--key', old.id, '--expires', 'never')
  const { id, rawKey } = readMinted(lines)
  expect(lines[0]).toBe(
    `Website (…${rawKey.slice(-4)}) was created; ${old.id} stays live until it is revoked`,
  )
  expect(rawKey).not.toBe(old.rawKey)
  await keys('revoke', ...company, '--key', old.id)
  const listed = await keys('list', ...company)
  expect(listed[0]).toMatch(new RegExp(`^${old.id}  revoked since 2\\d{3}-\\S+Z  Website`))
  expect(listed.slice(2)).toEqual([
    `${id}  live  Website (…${rawKey.slice(-4)})  never used`,
    expect.stringMatching(/; never expires$/),
    `    rotated from ${old.id}`,
  ])
})

test('the expiry given to a rotation applies to the new key, as its help says', async () => {
  const old = readMinted(await create())
  await keys('rotate', ...company, '--key', old.id, '--expires', '2099-01-31')
  const listed = await keys('list', ...company)
  expect(listed[1]).toMatch(/; never expires$/)
  expect(listed[3]).toMatch(/; expires 2099-01-31T00:00:00Z$/)
  expect(keysCommand.subcommandUsages?.join('\n')).toMatch(/keys rotate .* \(TIME is for the new key; /)
})

test('a revocation is announced if Redis is configured, and can be repeated', async () => {
  const redis = createRedis({ url: new Secret(testRedisUrl()), connectionName: 'test', logger })
  const heard: string[] = []
  const subscription = createSubscribeToKeyEnds({ redis, clock, logger })(
    (keyId) => heard.push(keyId),
    () => undefined,
  )
  try {
    const { id, rawKey } = readMinted(await create())
    const revoke = (redisUrl: string) => runWith({ REDIS_URL: redisUrl }, ['revoke', ...company, '--key', id])
    const name = `Website (…${rawKey.slice(-4)})`
    expect(await revoke(testRedisUrl())).toEqual([
      `${name} was revoked`,
      'every gateway refuses it within a second',
    ])
    const announceAgain = async () => {
      const [said] = await revoke(testRedisUrl())
      return said === `${name} was already revoked` && heard.includes(id)
    }
    await waitUntil(announceAgain, { withinMs: 30_000, what: 'the end of the key is announced' })
    const [, reach] = await revoke('redis://127.0.0.1:1')
    expect(reach).toMatch(/^every gateway refuses it within 5 s/)
  } finally {
    subscription.close()
    redis.disconnect()
  }
})

test('the audit log names the operator', async () => {
  const { id } = readMinted(await create())
  await keys('revoke', ...company, '--key', id)
  const entries = await open.database
    .selectFrom('audit_log')
    .select(['action', 'actor_kind', 'actor_id', 'subject_id'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  expect(entries).toEqual(
    ['key.create', 'key.revoke'].map((action) => ({
      action,
      actor_kind: 'operator',
      actor_id: 'ada',
      subject_id: id,
    })),
  )
})

test('listing and revoking need no pepper, and without one no key is created', async () => {
  const words = ['create', ...company, '--name', 'Website']
  await expect(runWith({}, words)).rejects.toThrow(/KEY_PEPPERS +is missing/)
  expect(await runWith({}, ['list', ...company])).toEqual([
    'the company has no keys: create one with gatehouse keys create',
  ])
})

test('unknown companies, keys and aliases are reported', async () => {
  const elsewhere = ['--company', ids.uuid()]
  await expect(keys('create', ...elsewhere, '--name', 'x')).rejects.toThrow('There is no such company.')
  await expect(create('--models', 'svc/chat-default,svc/x')).rejects.toThrow(
    /"svc\/x", which is not an alias\. Choose from svc\/chat-cheap,/,
  )
  await expect(keys('revoke', ...company, '--key', ids.uuid())).rejects.toThrow('has no such key')
  const { id } = readMinted(await create())
  await expect(keys('rotate', ...elsewhere, '--key', id)).rejects.toThrow('has no such key')
})

test('a raw key given instead of its id is not repeated in the error', async () => {
  const rawKey = `svc_live_${'a'.repeat(38)}`
  const refusal = await keys('revoke', ...company, '--key', rawKey).catch((thrown: unknown) => String(thrown))
  expect(refusal).toContain('--key must be an id')
  expect(refusal).not.toContain(rawKey)
})

const someone = ['--company', ids.uuid()]

test.each([
  [[], 'name a subcommand'],
  [['make'], 'name a subcommand'],
  [['list'], '--company is missing'],
  [['list', '--company', 'x'], '--company must be an id'],
  [['create', ...someone], '--name is missing'],
  [['create', ...someone, '--name', 'x', '--scopes', 'jobs:write'], 'jobs:write is not a scope'],
  [['create', ...someone, '--name', 'x', '--rpm', '0'], '--rpm must be'],
  [['create', ...someone, '--name', 'x', '--monthly-cap', 'much'], '--monthly-cap must be'],
  [['create', ...someone, '--name', 'x', '--expires', 'tomorrow'], '--expires must be'],
  [['create', ...someone, '--name', 'x', '--expires', '2027-02-31'], '--expires must be'],
  [['create', ...someone, '--name', 'x', '--expires', '2027-02-01T25:00Z'], '--expires must be'],
  [['revoke', ...someone], '--key is missing'],
  [['rotate', ...someone, '--key', 'x', '--name', 'y'], "Unknown option '--name'"],
])('wrong arguments %j are reported as wrong usage', async (args, message) => {
  await expect(keys(...args)).rejects.toMatchObject({
    code: 'cli.usage',
    publicMessage: expect.stringContaining(message) as string,
  })
})
