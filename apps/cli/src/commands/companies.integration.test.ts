import { seedDemoCompany } from '@gatehouse/companies/seed-demo-company'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addPlatformCall } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { expect, test } from 'vitest'
import { companiesCommand } from './companies.ts'
import { runCommand } from '../testing/run-command.ts'

function startCommand(open: OpenTestDatabase) {
  const lines: string[] = []
  const run = async (args: readonly string[], environment: Record<string, string> = {}) => {
    const settings = { DATABASE_URL: open.url, ...environment }
    const { exitCode, lines: printed } = await runCommand(companiesCommand, args, { environment: settings })
    lines.push(...printed)
    return exitCode
  }
  return { lines, run }
}

test('a company is suspended with a reason, listed as such, and resumed, each with an audit entry', async () => {
  await using open = await openTestDatabase()
  const { demo } = await seedDemoCompany(open.database, createIds(createSystemClock()))
  const { lines, run } = startCommand(open)
  const company = ['--company', demo.companyId]
  await expect(run(['suspend', ...company])).rejects.toMatchObject({ code: 'cli.usage' })
  const withRedis = { REDIS_URL: testRedisUrl() }
  expect(await run(['suspend', ...company, '--reason', 'stolen cards'], withRedis)).toBe(0)
  expect(await run(['list', '--name', 'demo'])).toBe(0)
  expect(await run(['resume', ...company, '--reason', 'cards replaced'])).toBe(0)
  expect(await run(['list'])).toBe(0)
  expect(lines).toEqual([
    'Demo Recruiting is suspended',
    'every gateway refuses its billable calls and ends the open ones within a second',
    expect.stringMatching(
      `^${demo.companyId}  prepaid  Demo Recruiting  suspended since 20[^ ]+Z: stolen cards$`,
    ),
    'Demo Recruiting is resumed',
    'every gateway serves its calls again within 5 s (within one second if REDIS_URL is set and reachable)',
    `${demo.companyId}  prepaid  Demo Recruiting  active`,
  ])
  const entries = await open.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'details'])
    .where('action', 'in', ['company.suspend', 'company.resume'])
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'company.suspend', actor_id: 'ada', details: { reason: 'stolen cards' } },
    { action: 'company.resume', actor_id: 'ada', details: { reason: 'cards replaced' } },
  ])
})

test('an allowance is shown, raised with a reason and an audit entry, and reset to the plan', async () => {
  await using open = await openTestDatabase()
  const { demo } = await seedDemoCompany(open.database, createIds(createSystemClock()))
  const { lines, run } = startCommand(open)
  const allowance = (...args: string[]) => run(['allowance', '--company', demo.companyId, ...args])
  await addPlatformCall(open, { concernedCompanyId: demo.companyId, chargedMicros: 500_000n })
  await expect(allowance('--model-work', '80')).rejects.toMatchObject({ code: 'cli.usage' })
  await expect(allowance('--documents', 'many', '--reason', 'x')).rejects.toMatchObject({ code: 'cli.usage' })
  expect(await allowance()).toBe(0)
  expect(await allowance('--model-work', '80', '--documents', '5', '--reason', 'ticket 41')).toBe(0)
  expect(await allowance('--model-work', 'plan', '--reason', 'ticket 42')).toBe(0)
  const renewed = expect.stringMatching(
    /^model work: 0\.500000 of 50\.000000 credits used this month, renewed \d/,
  ) as string
  const raised = expect.stringContaining('0.500000 of 80.000000 credits') as string
  const documents = (max: number) => `documents: 0 of ${max} today, 0 of 1073741824 bytes`
  expect(lines).toEqual(
    [renewed, raised, renewed].flatMap((work, index) => [
      'Demo Recruiting',
      work,
      documents(index === 0 ? 1_000 : 5),
    ]),
  )
  const entries = await open.database
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'company.set_allowance')
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    {
      actor_id: 'ada',
      details: { reason: 'ticket 41', model_work_micros: '80000000', documents_per_day: 5 },
    },
    { actor_id: 'ada', details: { reason: 'ticket 42', model_work_micros: null } },
  ])
})
