import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AccessAct } from '@gatehouse/audit/access-acts/access-act'
import { writeAccessAct } from '@gatehouse/audit/access-acts/copy-access-act'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCommand } from '../../testing/run-command.ts'
import { restoreCommand } from './restore.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const moment = '2026-11-17 10:00:00.123456+00'
let open: OpenTestDatabase
let storeUrl: string
let scope: AsyncDisposableStack

beforeEach(async () => {
  scope = new AsyncDisposableStack()
  open = scope.use(await openTestDatabase())
  const root = await mkdtemp(join(tmpdir(), 'gatehouse-acts-'))
  scope.defer(() => rm(root, { recursive: true, force: true }))
  storeUrl = pathToFileURL(root).href
})
afterEach(() => scope.disposeAsync())

const run = (...args: string[]) =>
  runCommand(restoreCommand, ['replay', ...args], {
    environment: { DATABASE_URL: open.url, OBJECT_STORE_URL: storeUrl },
  })

const base = () => ({ id: ids.uuid(), actor: { kind: 'user', id: ids.uuid() } }) as const
const revokeAct = (at: string, { companyId, id }: { companyId: string; id: string }): AccessAct => ({
  ...base(),
  kind: 'key.revoke',
  at,
  companyId,
  keyId: id,
})
const companyAct = (
  kind: 'company.suspend' | 'company.resume',
  at: string,
  companyId: string,
): AccessAct => ({
  ...base(),
  kind,
  at,
  companyId,
  reason: 'stolen cards',
})

async function write(...acts: AccessAct[]): Promise<void> {
  const objects = createObjectStore(new Secret(storeUrl), clock)
  for (const act of acts) await writeAccessAct(objects, act)
}

async function seed() {
  const [suspendedId, resumedId] = [await addCompany(open.database, 0n), await addCompany(open.database, 0n)]
  const { key: revoked } = await addKey(open.database, { companyId: suspendedId })
  const { key: old } = await addKey(open.database, { companyId: resumedId })
  await write(
    revokeAct('2026-11-17T09:50:00.000Z', old),
    // Shortly before the moment: its commit may have been later.
    revokeAct('2026-11-17T09:59:59.000Z', revoked),
    companyAct('company.suspend', '2026-11-17T10:30:00.000Z', suspendedId),
    companyAct('company.suspend', '2026-11-17T10:31:00.000Z', resumedId),
    companyAct('company.resume', '2026-11-17T10:32:00.000Z', resumedId),
    revokeAct('2026-11-17T10:33:00.000Z', { companyId: suspendedId, id: ids.uuid() }),
  )
  return { suspendedId, resumedId, revoked, old }
}

async function readState() {
  const { rows: keys } = await open.postgres.query<{ id: string }>(
    'select id from api_keys where revoked_at is not null order by id',
  )
  const { rows: companies } = await open.postgres.query<{ id: string; reason: string }>(
    'select id, suspension_reason as reason from companies where suspended_at is not null',
  )
  return { keys: keys.map(({ id }) => id), companies }
}

const auditActions = async () => {
  const entries = open.database.selectFrom('audit_log').select('action').where('actor_id', '=', 'ada')
  return (await entries.orderBy('id').execute()).map(({ action }) => action)
}

test('a dry run shows what would be applied and changes nothing', async () => {
  const { suspendedId, revoked } = await seed()
  const { exitCode, lines } = await run('--since', moment, '--dry-run')
  expect(exitCode).toBe(0)
  expect(lines.join('\n')).toMatch(
    new RegExp(`key.revoke +${suspendedId} +${revoked.id} +would be applied`, 'u'),
  )
  expect(lines.at(-2)).toBe('2 of 4 acts would be applied')
  expect(await readState()).toEqual({ keys: [], companies: [] })
  expect(await auditActions()).toEqual([])
})

test('acts after the moment are applied once, the last one of a company wins, and each has an audit entry', async () => {
  const { suspendedId, revoked } = await seed()
  const first = await run('--since', moment)
  expect(first.exitCode).toBe(0)
  expect(first.lines.map((line) => line.split(/ {2,}/).at(-1))).toEqual([
    'outcome',
    'applied',
    'applied',
    'already in force',
    'created after the moment',
    '2 of 4 acts were applied',
    expect.stringMatching(/^next: gatehouse events sweep --days \d+, then gatehouse reconcile --no-freeze$/),
  ])
  const state = { keys: [revoked.id], companies: [{ id: suspendedId, reason: 'stolen cards' }] }
  expect(await readState()).toEqual(state)
  const again = await run('--since', moment)
  expect(again.lines).toContain('0 of 4 acts were applied')
  expect(await readState()).toEqual(state)
  expect(await auditActions()).toEqual(['key.revoke', 'company.suspend', 'restore.replay', 'restore.replay'])
})

test('a suspension that ended after the moment is ended again', async () => {
  const companyId = await addCompany(open.database, 0n)
  await open.postgres.query(
    `update companies set suspended_at = now(), suspension_reason = 'early' where id = $1`,
    [companyId],
  )
  await write(companyAct('company.resume', '2026-11-17T10:32:00.000Z', companyId))
  expect((await run('--since', moment)).lines).toContain('1 of 1 acts were applied')
  expect(await readState()).toEqual({ keys: [], companies: [] })
})

test('a new expiry is applied, and one in the past revokes the key', async () => {
  const companyId = await addCompany(open.database, 0n)
  const later = new Date(Date.now() + 86_400_000)
  const expiryAct = ({ key }: { key: { id: string } }, expiresAt: string): AccessAct => ({
    ...base(),
    kind: 'key.expiry',
    at: '2026-11-17T10:30:00.000Z',
    companyId,
    keyId: key.id,
    expiresAt,
  })
  const first = await addKey(open.database, { companyId })
  const second = await addKey(open.database, { companyId })
  await write(expiryAct(first, '2026-11-17T10:40:00.000Z'), expiryAct(second, later.toISOString()))
  expect((await run('--since', moment)).lines).toContain('2 of 2 acts were applied')
  const { rows } = await open.postgres.query<{ expiresAt: Date | null; isRevoked: boolean }>(
    'select expires_at as "expiresAt", revoked_at is not null as "isRevoked" from api_keys order by id',
  )
  expect(rows).toEqual([
    { expiresAt: null, isRevoked: true },
    { expiresAt: later, isRevoked: false },
  ])
  expect((await run('--since', moment)).lines).toContain('0 of 2 acts were applied')
})

test('without acts the operator is asked to check the store', async () => {
  const { lines } = await run('--since', moment)
  expect(lines).toEqual([
    expect.stringContaining('check that OBJECT_STORE_URL is the store of the AI service'),
  ])
})

test.each([
  [[]],
  [['--since', '2026-11-17']],
  [['--since', '2026-11-17T10:00:00']],
  [['--since', '2026-13-17T10:00:00Z']],
  [['--since', '2099-01-01T00:00:00Z']],
])('%j is refused', async (args) => {
  await expect(run(...args)).rejects.toMatchObject({ code: 'cli.usage' })
})

test('a missing store is reported', async () => {
  const environment = { DATABASE_URL: open.url }
  const replay = runCommand(restoreCommand, ['replay', '--since', moment], { environment })
  await expect(replay).rejects.toMatchObject({ code: 'cli.config' })
})
