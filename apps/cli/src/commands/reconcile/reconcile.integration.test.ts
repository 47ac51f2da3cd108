import { oneShard } from '@gatehouse/postgres/shards'
import { createCreditPack } from '@gatehouse/billing/offer-pricing'
import { openBilling } from '@gatehouse/billing/open-billing'
import { startPackCheckout } from '@gatehouse/billing/start-checkout'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { prepareBatch } from '@gatehouse/credits/settle-batch'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { readAccount } from '@gatehouse/testkit/read-account'
import { startStripeSim } from '@gatehouse/testkit/start-stripe-sim'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCommand } from '../../testing/run-command.ts'
import { reconcileCommand } from './reconcile.ts'

const ids = createIds(createSystemClock())
const keyId = ids.uuid()
let open: OpenTestDatabase
let company: string
let neighbour: string

beforeEach(async () => {
  open = await openTestDatabase()
  company = await openAccount()
  neighbour = await openAccount()
})
afterEach(() => open[Symbol.asyncDispose]())

async function openAccount(): Promise<string> {
  const id = ids.uuid()
  const owner = { id, kind: 'COMPANY' } as const
  const grant = { kind: 'grant', type: 'PROMO', amountMicros: 5_000_000n } as const
  await postTransfer(ids, open.database, { owner, businessKey: `promo:${id}`, ...grant })
  const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 }
  const described = { keyId, alias: 'a', operation: 'chat', heldMicros: 1n, durationMs: 1 } as const
  const end = { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros: 1_250_000n } as const
  await prepareBatch(open.postgres, [{ id: ids.uuid(), companyId: id, end, ...described }])()
  return id
}

async function run(...args: string[]) {
  return runIn({ isInteractive: true }, args)
}

type Surroundings = { isInteractive: boolean; environment?: Record<string, string> }

async function runIn({ isInteractive, environment = {} }: Surroundings, args: readonly string[]) {
  const errorLines: string[] = []
  const { exitCode, lines } = await runCommand(reconcileCommand, args, {
    environment: { DATABASE_URL: open.url, ...environment },
    isInteractive,
    printError: (line) => void errorLines.push(line),
  })
  return { exitCode, lines: lines.filter((line) => !line.startsWith('reconciled in')), errorLines }
}

const isFrozen = async (id: string) => (await readAccount(open.postgres, id)).isFrozen
const unchecked = 'not checked: the holds in Redis were not listed'

test('a ledger that adds up gives one line per invariant and the exit code 0', async () => {
  const { exitCode, lines } = await run()
  expect(exitCode).toBe(0)
  expect(lines).toEqual([
    'I1 balance     2 accounts  no drift',
    'I2 lots        2 accounts  no drift',
    'I3 charges     2 accounts  no drift',
    'I4 grants      2 accounts  no drift',
    `I5 open calls  ${unchecked}`,
    `I6 holds       ${unchecked}`,
    'I7 inbox       0 accounts  no drift',
    'I8 events      not checked: the payment provider is not configured here',
    'I9 money       0 accounts  no drift',
  ])
})

async function payForPack() {
  await using sim = await startStripeSim({ startSeconds: Math.floor(Date.now() / 1_000) - 3_600 })
  const environment = { PAYMENT_API_KEY: sim.apiKey, PAYMENT_API_URL: sim.baseUrl, REDIS_URL: testRedisUrl() }
  const companyId = ids.uuid()
  await open.database.insertInto('companies').values({ id: companyId, name: 'Company' }).execute()
  const settings = { apiKey: new Secret(sim.apiKey), apiUrl: sim.baseUrl, ...unused }
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const clock = createSystemClock()
  const { checkout, sweep, inbox } = openBilling({
    databases: oneShard(open.database),
    clock,
    ids,
    logger,
    settings,
  })
  const offer = { name: 'Pack', credits: 100, price: 25, currency: 'eur', sortOrder: 1 }
  const pack = await createCreditPack(checkout, offer, { actor: { kind: 'operator', id: 'test' } })
  const started = await startPackCheckout(checkout, pack.id, { companyId, userId: null })
  await sim.pay(started.sessionId)
  const lost = await runIn({ isInteractive: true, environment }, [])
  await sweep()
  await inbox.retryDue()
  const found = await runIn({ isInteractive: true, environment }, [])
  return { companyId, lost, found, purchaseId: started.purchaseId, environment }
}

const unused = {
  signingSecrets: [new Secret('whsec_0123456789abcdef')],
  consoleUrl: 'https://console.example',
}

test('a payment whose events never arrived is reported as drift of its company until they are swept', async () => {
  const { companyId, lost, found } = await payForPack()
  expect(lost.exitCode).toBe(1)
  expect(lost.lines.find((line) => line.startsWith('I8'))).toMatch(/DRIFT in \d/)
  expect(lost.lines.some((line) => line.startsWith(`   ${companyId}: events that never arrived`))).toBe(true)
  expect(found.lines.slice(0, 9)).toEqual([
    'I1 balance     3 accounts  no drift',
    'I2 lots        3 accounts  no drift',
    'I3 charges     3 accounts  no drift',
    'I4 grants      3 accounts  no drift',
    expect.stringMatching(/^I5 open calls  \d+ accounts  no drift$/),
    expect.stringMatching(/^I6 holds       \d+ accounts  no drift$/),
    'I7 inbox       0 accounts  no drift',
    'I8 events      0 accounts  no drift',
    expect.stringMatching(/^I9 money       \d+ accounts  no drift$/),
  ])
  expect(found.exitCode).toBe(0)
})

test('credits without a payment, and refunds that were not deducted, are reported as drift of the grants', async () => {
  const { companyId, purchaseId } = await payForPack()
  const key = `pack:${purchaseId}`
  await open.postgres.query(`update paid_grants set revoked_micros = 1000000 where business_key = $1`, [key])
  await open.postgres
    .query(`update provider_events set status = 'PARKED', received_at = now() - interval '1 hour'
    where type = 'checkout.session.completed'`)
  const { exitCode, lines } = await run('--no-freeze')
  expect(exitCode).toBe(1)
  expect(lines).toContain(
    `   ${companyId}: what refunds took back of ${key} is 1.000000, expected 0.000000, difference 1.000000; not frozen`,
  )
  expect(lines).toContain(
    `   ${companyId}: what the ledger took back of ${key} is 0.000000, expected 1.000000, difference -1.000000; not frozen`,
  )
  expect(lines.find((line) => line.includes('events that are PARKED'))).toContain(companyId)
  await open.postgres.query('delete from paid_grants')
  const without = await run('--no-freeze')
  expect(without.lines).toContain(
    `   ${companyId}: what was granted without a payment, ${key} is 100.000000, expected 0.000000, difference 100.000000; not frozen`,
  )
})

type Planted = { id: string; statement: (company: string) => string; found: (company: string) => string }

const planted: readonly Planted[] = [
  {
    id: 'I1',
    statement: (id) => `
      insert into credit_transfers
        (id, owner_id, counter_account, type, amount_micros, balance_after_micros, business_key)
      values (gen_random_uuid(), '${id}', 'ADJUSTMENT', 'ADJUSTMENT', -1000000, 0, 'adjust:planted')`,
    found: () => 'balance is 3.750000, expected 2.750000, difference 1.000000',
  },
  {
    id: 'I2',
    statement: (id) => `update credit_lots set remaining_micros = 3000000 where owner_id = '${id}'`,
    found: () => 'sum of the lots is 3.000000, expected 3.750000, difference -0.750000',
  },
  {
    id: 'I3',
    statement: (id) => `update usage_rollups set charged_micros = 1250001 where company_id = '${id}'`,
    found: () => 'sum of the rollups is 1.250001, expected 1.250000, difference 0.000001',
  },
  {
    id: 'I4',
    statement: (id) => `update credit_lots set granted_micros = 6000000 where owner_id = '${id}'`,
    found: (id) => `grant promo:${id} is 6.000000, expected 5.000000, difference 1.000000`,
  },
]

test.each(planted)('drift of $id names the company and the amounts, and freezes only it', async (drift) => {
  await open.postgres.query(drift.statement(company))
  const { exitCode, lines } = await run()
  expect(exitCode).toBe(1)
  expect(lines.filter((line) => line.includes('DRIFT'))).toEqual([
    expect.stringMatching(new RegExp(`^${drift.id} \\S+ +2 accounts  DRIFT in 1$`)),
  ])
  expect(lines).toContain(`   ${company}: ${drift.found(company)}; frozen now`)
  expect(lines.some((line) => line.includes(neighbour))).toBe(false)
  expect([await isFrozen(company), await isFrozen(neighbour)]).toEqual([true, false])
})

test('a scheduler also gets the drift as a log line that pages', async () => {
  await open.postgres.query(planted[1]?.statement(company) ?? '')
  const { errorLines } = await runIn({ isInteractive: false }, [])
  expect(errorLines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      level: 'error',
      message: 'ledger drift found',
      context: { invariant: 'I2', owner_id: company, pages: true },
    },
  ])
})

test('--no-freeze freezes no company, and one company can be checked alone', async () => {
  await open.postgres.query(planted[2]?.statement(company) ?? '')
  const looked = await run('--no-freeze')
  expect(looked.exitCode).toBe(1)
  expect(looked.lines.find((line) => line.includes(company))).toMatch(/; not frozen$/)
  expect(await isFrozen(company)).toBe(false)
  expect(await run('--company', neighbour)).toMatchObject({ exitCode: 0 })
  const alone = await run('--company', company.toUpperCase())
  expect(alone.exitCode).toBe(1)
  expect(alone.lines).toContain('I3 charges     1 accounts  DRIFT in 1')
  await expect(run('--company', ids.uuid())).rejects.toThrow('has no credits account')
})

test('the calls of past days are summed with one line per day', async () => {
  await open.postgres.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(`update calls set created_at = created_at - interval '2 days',
      id = uuid_at(created_at - interval '2 days') where company_id = '${company}'`)
    await tx.query(`update usage_rollups set day = day - 2 where company_id = '${company}'`)
  })
  const { exitCode, lines } = await run()
  expect(exitCode).toBe(0)
  expect(
    lines.filter((line) => /^summed the calls of \d{4}-\d\d-\d\d$/.test(line)).length,
  ).toBeGreaterThanOrEqual(2)
})

test('a company is unfrozen only with a reason', async () => {
  await open.postgres.query(planted[2]?.statement(company) ?? '')
  await run()
  await expect(run('--unfreeze', company)).rejects.toThrow('say why with --reason')
  expect(await run('--unfreeze', company, '--reason', 'restored by hand')).toMatchObject({
    exitCode: 0,
    lines: [`${company} may make billable calls again`],
  })
  expect(await isFrozen(company)).toBe(false)
  expect((await run('--unfreeze', company, '--reason', 'again')).exitCode).toBe(1)
  const entry = await open.database
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'credit_account.unfreeze')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ actor_id: 'ada', details: { reason: 'restored by hand' } })
})

test.each([['--company', 'x'], ['--frozen'], ['--reason', 'why'], ['--unfreeze', 'x', '--company', 'y']])(
  'wrong arguments are not reported as drift: %s %s',
  async (...args) => {
    await expect(run(...args)).rejects.toMatchObject({ code: 'cli.usage' })
  },
)
