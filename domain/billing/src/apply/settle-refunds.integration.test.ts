// Refunds and lost disputes of a month whose credits have expired, wholly or in part.
import { postTransfer } from '@gatehouse/credits/post-transfer'
import {
  type TestBilling,
  startTestBilling,
  testBy,
  testIds,
} from '@gatehouse/testkit/vitest/start-test-billing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CreditPack, Plan } from '../catalog/offers.ts'
import { setTopUp } from '../top-up/top-up-settings.ts'

let kit: TestBilling
let pack: CreditPack
let plan: Plan
let company: string
let charge: string

beforeAll(async () => {
  kit = await startTestBilling()
  pack = await kit.addPack(100, 25)
  plan = await kit.addPlan({ credits: 500, price: 40 })
})
afterAll(() => kit[Symbol.asyncDispose]())
beforeEach(async () => {
  company = await kit.addCompany()
  const id = await kit.subscribe(company, plan.id)
  await kit.deliverAll()
  const { latest_invoice: latest } = await kit.stripe.subscriptions.retrieve(id, {
    expand: ['latest_invoice'],
  })
  const paidBy = typeof latest === 'string' ? null : latest?.charge
  charge = typeof paidBy === 'string' ? paidBy : ''
})

const credits = async () => Number(await kit.balance(company))

async function buyPack(): Promise<void> {
  await kit.sim.pay((await kit.buy(company, pack.id)).sessionId)
  await kit.deliverAll()
}

/** The month is over: what is left of its credits expires, as the next transaction of the account finds out. */
async function endMonth(): Promise<void> {
  const { postgres } = kit.open
  await postgres.query(
    `update credit_lots set expires_at = now() - interval '1 minute' where owner_id = $1 and expires_at is not null`,
    [company],
  )
  await postgres.query(
    `update credit_accounts set next_expiry_at = now() - interval '1 minute' where owner_id = $1`,
    [company],
  )
}

async function spend(micros: bigint): Promise<void> {
  await postTransfer(testIds, kit.open.database, {
    owner: { id: company, kind: 'COMPANY' },
    businessKey: `spent:${testIds.uuid()}`,
    kind: 'removal',
    type: 'ADJUSTMENT',
    amountMicros: micros,
  })
}

async function refund(amount?: number): Promise<string> {
  const { id } = await kit.stripe.refunds.create({ charge, ...(amount === undefined ? {} : { amount }) })
  await kit.deliverAll()
  return id
}

test('a refund does not take credits that have expired a second time', async () => {
  await buyPack()
  await endMonth()
  await refund()
  expect(await credits()).toBe(100)
})

test('a refund stops the automatic top-up, also if there is nothing to take back', async () => {
  await buyPack()
  const topUp = {
    companyId: company,
    thresholdMicros: 50_000_000n,
    packId: pack.id,
    toMonthlyMaxMinor: () => 10_000n,
  }
  await setTopUp(kit.billing.checkout, topUp, testBy)
  await endMonth()
  await refund()
  const { rows } = await kit.open.postgres.query<{ stopped_reason: string | null }>(
    'select stopped_reason from top_up_settings where company_id = $1',
    [company],
  )
  expect(rows).toEqual([{ stopped_reason: 'a payment was refunded or disputed' }])
})

test('a refund of a half takes the half of which a tenth has expired, and the rest takes what has not', async () => {
  await buyPack()
  await spend(450_000_000n)
  await endMonth()
  await refund(2_000)
  expect(await credits()).toBe(100 - 250)
  await refund()
  expect(await credits()).toBe(100 - 450)
})

test('what expires after a partial refund changes nothing about it, and is not taken by the next', async () => {
  await buyPack()
  await refund(1_000)
  expect(await credits()).toBe(475)
  await endMonth()
  await refund(1_000)
  expect(await credits()).toBe(100)
  // The same event again, and a refund of the rest.
  const again = kit.sim.events.findLast(({ type }) => type === 'charge.refunded')
  await kit.sim.emitAgain(again?.id ?? '')
  await kit.deliverAll()
  expect(await credits()).toBe(100)
  await refund()
  expect(await credits()).toBe(100)
})

test('credits that were held expire when the dispute is lost, and are not taken as well', async () => {
  await buyPack()
  await spend(200_000_000n)
  const { id } = await kit.sim.openDispute(charge)
  await kit.deliverAll()
  expect(await credits()).toBe(100)
  await endMonth()
  await kit.sim.closeDispute(id, 'lost')
  await kit.deliverAll()
  expect(await credits()).toBe(100 - 200)
})

test('a refund that took nothing returns nothing when it fails', async () => {
  await endMonth()
  const id = await refund()
  await kit.sim.failRefund(id)
  await kit.deliverAll()
  expect(await credits()).toBe(0)
})

test('credits that an earlier release took twice are returned by the next event of the payment', async () => {
  await buyPack()
  await refund()
  // As if the credits had expired before the refund, which then took them from the pack and left a debt.
  await kit.open.postgres.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    const { rows } = await tx.query<{ id: string }>(
      `select id from credit_lots where owner_id = $1 and starts_with(source_key, 'sub:')`,
      [company],
    )
    await tx.query(
      `insert into credit_transfers (id, owner_id, counter_account, type, amount_micros, balance_after_micros, business_key)
       values ($1, $2, 'BREAKAGE', 'EXPIRY', -500000000, -400000000, $3)`,
      [testIds.uuid(), company, `expiry:${rows[0]?.id}`],
    )
    await tx.query(`update credit_accounts set balance_micros = -400000000 where owner_id = $1`, [company])
    await tx.query(`update credit_lots set remaining_micros = 0 where owner_id = $1`, [company])
    await tx.query(`update paid_grants set not_taken_micros = null where company_id = $1`, [company])
  })
  expect(await kit.drift()).toEqual([])
  const again = kit.sim.events.findLast(({ type }) => type === 'charge.refunded')
  await kit.sim.emitAgain(again?.id ?? '')
  await kit.deliverAll()
  expect(await credits()).toBe(100)
})

test('a dispute that a process of the previous release wrote into the row of the charge counts', async () => {
  await buyPack()
  await refund(400)
  expect(await credits()).toBe(550)
  await kit.open.postgres.query(
    `update provider_charges set dispute_id = $2, dispute_status = 'LOST', disputed_minor = 3600
      where provider_charge_id = $1`,
    [charge, `dp_${charge}`],
  )
  const again = kit.sim.events.findLast(({ type }) => type === 'charge.refunded')
  await kit.sim.emitAgain(again?.id ?? '')
  await kit.deliverAll()
  expect(await credits()).toBe(100)
})

test('reconciliation finds no drift after all of these tests', async () => {
  expect(await kit.drift()).toEqual([])
})
