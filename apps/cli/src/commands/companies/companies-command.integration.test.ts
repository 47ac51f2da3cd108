import { seedDemoCompany } from '@gatehouse/companies/seed-demo-company'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { expect, test } from 'vitest'
import { companiesCommand } from './companies-command.ts'

test('a company is suspended with a reason, listed as such, and resumed, each with an audit entry', async () => {
  await using open = await openTestDatabase()
  const { demo } = await seedDemoCompany(open.database, createIds(createSystemClock()))
  const lines: string[] = []
  const run = (words: readonly string[], environment: Record<string, string> = {}) =>
    companiesCommand.run(
      {
        environment: { DATABASE_URL: open.url, USER: 'ada', ...environment },
        isInteractive: true,
        print: (line) => void lines.push(line),
        printError: (line) => void lines.push(line),
        readSecret: () => Promise.reject(new Error('nothing secret is asked for')),
        stopRequested: new AbortController().signal,
      },
      words,
    )
  const company = ['--company', demo.companyId]
  await expect(run(['suspend', ...company])).rejects.toMatchObject({ code: 'cli.usage' })
  const withRedis = { REDIS_URL: testRedisUrl() }
  expect(await run(['suspend', ...company, '--reason', 'stolen cards'], withRedis)).toBe(0)
  expect(await run(['list', '--name', 'demo'])).toBe(0)
  expect(await run(['resume', ...company, '--reason', 'cards replaced'])).toBe(0)
  expect(await run(['list'])).toBe(0)
  expect(lines).toEqual([
    'Demo Recruiting is suspended',
    'every gateway refuses its billable calls, and ends those that are open, within a second',
    expect.stringMatching(
      `^${demo.companyId}  prepaid  Demo Recruiting  suspended since 20[^ ]+Z: stolen cards$`,
    ),
    'Demo Recruiting is resumed',
    'every gateway serves its calls again within 5 s; with a REDIS_URL that answers it would be within one',
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
