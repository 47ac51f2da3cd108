import { openAccessActs } from '@gatehouse/audit/testing/open-access-acts'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCompany, isCompanySuspended, readCompany } from './company.ts'
import { platformCompanyId } from './platform-company.ts'
import { seedPlatformCompany } from './seed-platform-company.ts'
import { resumeCompany, suspendCompany } from './suspend-company.ts'

const ids = createIds(createSystemClock())
const by = { actor: { kind: 'operator', id: 'ada' } } as const
let open: OpenTestDatabase
let companyId: string
let announced: string[]

beforeAll(async () => {
  open = await openTestDatabase()
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  announced = []
  companyId = (await createCompany(deps(), { name: 'Company', billingMode: 'PREPAID' }, by)).id
})

const deps = () => ({
  databases: open.databases,
  ids,
  accessActs: openAccessActs(open.postgres),
  /**
   * Records the state that a gateway would read at this moment: the change must already be committed when it is
   * announced.
   */
  async announceCompanyChange(id: string) {
    announced.push(`${id} ${String(await isCompanySuspended(open.postgres, id))}`)
    return true
  },
})

const entries = () =>
  open.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'details'])
    .where('company_id', '=', companyId)
    .where('action', 'like', 'company.%e%')
    .where('action', '<>', 'company.create')
    .orderBy('id')
    .execute()

test('suspending and resuming a company each record a reason and an audit entry, and announce the change', async () => {
  const suspended = await suspendCompany(deps(), { companyId, reason: ' stolen cards ' }, by)
  expect(suspended).toMatchObject({ isChanged: true, isAnnounced: true })
  expect((await readCompany(open.database, companyId))?.suspension).toMatchObject({ reason: 'stolen cards' })
  expect(await resumeCompany(deps(), { companyId, reason: 'cards replaced' }, by)).toMatchObject({
    isChanged: true,
    company: { suspension: null },
  })
  expect(await readCompany(open.database, companyId)).toMatchObject({ suspension: null })
  expect(announced).toEqual([`${companyId} true`, `${companyId} false`])
  expect(await entries()).toEqual([
    { action: 'company.suspend', actor_id: 'ada', details: { reason: 'stolen cards' } },
    { action: 'company.resume', actor_id: 'ada', details: { reason: 'cards replaced' } },
  ])
})

test('suspending again keeps the first reason and is announced again', async () => {
  await suspendCompany(deps(), { companyId, reason: 'first' }, by)
  const again = await suspendCompany(deps(), { companyId, reason: 'second' }, by)
  expect(again).toMatchObject({ isChanged: false, company: { suspension: { reason: 'first' } } })
  expect(announced).toHaveLength(2)
  expect(await entries()).toHaveLength(1)
})

test.each(['', '   ', 'x'.repeat(501)])('a reason is required and short: %#', async (reason) => {
  await expect(suspendCompany(deps(), { companyId, reason }, by)).rejects.toMatchObject({
    code: 'companies.reason',
  })
  expect(await isCompanySuspended(open.postgres, companyId)).toBe(false)
})

test('an unknown company is not found, and the platform’s own company cannot be suspended', async () => {
  const unknown = suspendCompany(deps(), { companyId: ids.uuid(), reason: 'why' }, by)
  await expect(unknown).rejects.toMatchObject({ kind: 'not_found', code: 'companies.not_found' })
  await seedPlatformCompany(open.database, ids, 'ada')
  const platform = suspendCompany(deps(), { companyId: platformCompanyId, reason: 'why' }, by)
  await expect(platform).rejects.toMatchObject({ kind: 'conflict', code: 'companies.platform_needed' })
})

test('each change, but no repetition, enqueues its copy for the object store in the same transaction', async () => {
  const acts = async () => {
    const { rows } = await open.postgres.query<{ act: Record<string, unknown> }>(
      `select data -> 'input' as act from tasks.job_common
        where name = 'copy-access-act' and group_id = $1 order by data -> 'input' ->> 'at'`,
      [companyId],
    )
    return rows.map(({ act }) => act)
  }
  await suspendCompany(deps(), { companyId, reason: ' stolen cards ' }, by)
  await suspendCompany(deps(), { companyId, reason: 'again' }, by)
  await resumeCompany(deps(), { companyId, reason: 'replaced' }, by)
  const act = { companyId, actor: by.actor }
  expect(await acts()).toEqual([
    expect.objectContaining({ ...act, kind: 'company.suspend', reason: 'stolen cards' }),
    expect.objectContaining({ ...act, kind: 'company.resume', reason: 'replaced' }),
  ])
  const failing = { ...deps(), ids: { ...ids, uuid: () => 'not an id' } }
  await expect(suspendCompany(failing, { companyId, reason: 'why' }, by)).rejects.toThrow('uuid')
  expect(await acts()).toHaveLength(2)
})
