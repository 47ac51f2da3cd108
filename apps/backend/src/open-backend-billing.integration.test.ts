import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type StripeSim, startStripeSim } from '@gatehouse/testkit/start-stripe-sim'
import { testPaymentSettings } from '@gatehouse/testkit/test-settings'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestBackend, startTestBackend } from './testing/start-test-backend.ts'

const scope = new AsyncDisposableStack()
let sim: StripeSim
let backend: TestBackend

beforeAll(async () => {
  sim = scope.use(await startStripeSim())
  backend = scope.use(
    await startTestBackend({
      PAYMENT_API_KEY: sim.apiKey,
      PAYMENT_API_URL: sim.baseUrl,
      CONSOLE_URL: 'https://console.example',
    }),
  )
  const secrets = [testPaymentSettings.PAYMENT_WEBHOOK_SECRETS]
  sim.addEndpoint({ url: `${backend.url}/payments/webhook`, secrets })
})
afterAll(() => scope.disposeAsync())

const mailsOf = (companyId: string) =>
  backend.database
    .selectFrom('mails')
    .select(['recipient', 'subject', 'text_body'])
    .where('company_id', '=', companyId)
    .orderBy('recipient')
    .execute()

const trialEnding = (companyId: string) => ({
  id: `sub_${companyId}`,
  object: 'subscription',
  status: 'trialing',
  customer: `cus_${companyId}`,
  metadata: { company_id: companyId },
  items: { object: 'list', data: [] },
  trial_end: 1_800_000_000,
  cancel_at_period_end: false,
})

test('each admin is mailed once, even if the provider repeats the event, and members are not mailed', async () => {
  const companyId = await addCompany(backend.database, 0n)
  const admins = [
    await addUser(backend.database, { companyId }),
    await addUser(backend.database, { companyId }),
  ]
  await addUser(backend.database, { companyId, role: 'MEMBER' })
  const { id } = await sim.emit('customer.subscription.trial_will_end', trialEnding(companyId))
  await sim.emitAgain(id)
  const mails = await mailsOf(companyId)
  expect(mails.map(({ recipient }) => recipient)).toEqual(admins.map(({ email }) => email).toSorted())
  expect(mails[0]?.subject).toMatch(/^Your trial ends soon \(Company /)
  expect(mails[0]?.text_body).toContain('Your trial ends on 2027-01-15.')
  expect(mails[0]?.text_body).toMatch(/https:\/\/console\.example\/c\/[-0-9a-f]{36}\/profile\/billing/)
})

test('a notice that was recorded without mailing its admins is mailed later', async () => {
  const companyId = await addCompany(backend.database, 0n)
  const admin = await addUser(backend.database, { companyId })
  await backend.postgres.query(
    `insert into billing_notices (notice_key, company_id, kind, details)
     values ($1, $2, 'invoice.payment_action_required', '{"pay_at": "https://pay.example/1"}')`,
    [`test:${companyId}`, companyId],
  )
  const isMailed = async () => (await mailsOf(companyId)).length > 0
  await waitUntil(isMailed, { withinMs: 30_000, what: 'the notice is mailed' })
  expect(await mailsOf(companyId)).toMatchObject([{ recipient: admin.email }])
})

// If the queue were created by the first notice, that would need a second connection inside a payment's transaction.
test('the mail queue exists before the first notice', async () => {
  await using fresh = await startTestBackend()
  const readQueues = async () => {
    const { rows } = await fresh.postgres.query<{ exists: boolean }>(
      `select to_regclass('tasks.queue') is not null as exists`,
    )
    if (!rows[0]?.exists) return []
    return (await fresh.postgres.query(`select name from tasks.queue where name = 'send-mail'`)).rows
  }
  const waiting = { withinMs: 20_000, what: 'the mail queue exists' }
  await waitUntil(async () => (await readQueues()).length === 1, waiting)
  expect(await readQueues()).toEqual([{ name: 'send-mail' }])
})
