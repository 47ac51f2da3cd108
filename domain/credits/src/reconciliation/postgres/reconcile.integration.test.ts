import { ledgerOf } from './ledger-reads.ts'
import { oneShard } from '@gatehouse/postgres/shards'
import type { CallEnd, FinishedCall } from '@gatehouse/calls/call'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { type LogContext, createLogger } from '@gatehouse/telemetry/create-logger'
import { readAccount } from '@gatehouse/testkit/read-account'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { postTransfer } from '../../postgres/post-transfer.ts'
import { prepareBatch } from '../../postgres/settlement/settle-batch.ts'
import type { Transfer } from '../../transfer.ts'
import { type Invariant, invariantIds } from '../invariant.ts'
import { type ReconciliationDeps, type ReconciliationOptions, reconcile } from '../reconcile.ts'
import { countDrifting, driftsOf } from '../reconciliation-report.ts'
import type { CallTimes } from './add-up-calls.ts'
import { createLedgerInspector } from './create-ledger-inspector.ts'
import { unfreezeAccount } from './freeze-account.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const keyId = ids.uuid()
// These tests have no concurrent traffic, so every call is final immediately.
const atOnce: CallTimes = { closedAfterMs: 0, callMsMax: 60_000 }
const day = 86_400_000

let open: OpenTestDatabase
let company: string
let neighbour: string

beforeEach(async () => {
  open = await openTestDatabase()
  company = await openAccount()
  neighbour = await openAccount()
})
afterEach(() => open[Symbol.asyncDispose]())

const charged = (chargedMicros: bigint): CallEnd => {
  const usage = { promptTokens: 10, cachedTokens: 0, completionTokens: 5 }
  return { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros }
}

function settle(companyId: string, end: CallEnd, id: string = ids.uuid()) {
  const described = {
    keyId,
    alias: 'svc/chat-default',
    operation: 'chat',
    heldMicros: 9n,
    durationMs: 1,
  } as const
  const call: FinishedCall = { id, companyId, end, ...described }
  return prepareBatch(open.postgres, [call])()
}

const post = (ownerId: string, transfer: Partial<Transfer> & { amountMicros: bigint }) =>
  postTransfer(ids, open.database, {
    owner: { id: ownerId, kind: 'COMPANY' },
    businessKey: `pack:${ids.uuid()}`,
    kind: 'grant',
    type: 'PACK_PURCHASE',
    ...transfer,
  } as Transfer)

/** Creates an account with an ordinary history: two lots, a refund, and calls of every kind. */
async function openAccount(): Promise<string> {
  const id = ids.uuid()
  await post(id, { amountMicros: 1_000n, businessKey: `pack:${id}` })
  await post(id, { amountMicros: 500n, type: 'PROMO', expiresAt: new Date(Date.now() + day) })
  await settle(id, charged(600n))
  await settle(id, charged(70n))
  await settle(id, { kind: 'failed', reason: 'no_usage' })
  await post(id, { kind: 'removal', type: 'REFUND', amountMicros: 100n, firstFromLotOf: `pack:${id}` })
  return id
}

async function run(options: ReconciliationOptions = {}, more: Partial<ReconciliationDeps> = {}) {
  const ledger = createLedgerInspector({ shards: oneShard(ledgerOf(open.postgres)), ids }, atOnce)
  const report = await reconcile({ clock, logger, ledger, ...more }, options)
  const drifts = invariantIds.flatMap((invariant) =>
    driftsOf(report.outcomes[invariant]).map((drift) => Object.assign({ invariant }, drift)),
  )
  return { report, drifts }
}

/** Runs the statement as a superuser, bypassing every trigger. */
const plant = (statement: string) =>
  open.postgres.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(statement)
  })

const isFrozen = async (ownerId: string) => (await readAccount(open.postgres, ownerId)).isFrozen

test('a ledger with debt, expiry, refunds and failed calls has no drift, before and after its calls are added up', async () => {
  await settle(company, charged(5_000n))
  await post(company, { amountMicros: 9_000n, expiresAt: new Date(Date.now() - 1) })
  await settle(company, charged(1n))
  for (let time = 0; time < 3; time += 1) {
    const { report, drifts } = await run({}, { listHolds: async () => [] })
    expect(drifts).toEqual([])
    expect(report.outcomes.I1).toMatchObject({ kind: 'checked', accounts: 2 })
    expect(countDrifting(report.outcomes)).toEqual({ I1: 0, I2: 0, I3: 0, I4: 0, I5: 0, I6: 0 })
    await settle(company, charged(3n))
  }
  expect(await isFrozen(company)).toBe(false)
})

test('the accounts of two shards are inspected, and one that drifts is frozen where it lives', async () => {
  await using other = await openTestDatabase()
  const far = ids.uuid()
  const grant = { kind: 'grant', type: 'PROMO', amountMicros: 40n } as const
  const owner = { id: far, kind: 'COMPANY' } as const
  await postTransfer(ids, other.database, { owner, businessKey: `promo:${far}`, ...grant })
  const [near, farAway] = [ledgerOf(open.postgres), ledgerOf(other.postgres)]
  const shards = {
    of: (id: string) => (id === far ? farAway : near),
    directory: near,
    all: () => [near, farAway],
  }
  const ledger = createLedgerInspector({ shards, ids }, atOnce)
  const holds = [{ callId: ids.uuid(), companyId: far, estimateMicros: 1n, remainingMs: 60_000 }]
  const clean = await reconcile({ clock, logger, ledger, listHolds: async () => holds })
  expect(clean.outcomes).toMatchObject({ I1: { accounts: 3, drifts: [] }, I6: { accounts: 1, drifts: [] } })
  await other.postgres.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query('update credit_accounts set balance_micros = 41 where owner_id = $1', [far])
  })
  const { freezes } = await reconcile({ clock, logger, ledger })
  expect([...freezes]).toEqual([[far, 'frozen']])
  expect((await readAccount(other.postgres, far)).isFrozen).toBe(true)
  const one = await reconcile({ clock, logger, ledger }, { ownerId: company })
  expect(one.outcomes.I1).toEqual({ kind: 'checked', accounts: 1, drifts: [] })
})

type Planted = {
  invariant: Invariant
  how: string
  what: RegExp
  difference: bigint
  statement: () => string
}

const planted: readonly Planted[] = [
  {
    invariant: 'I1',
    how: 'a transfer that did not move the balance',
    what: /^balance$/,
    difference: 7n,
    statement: () => `
      insert into credit_transfers
        (id, owner_id, counter_account, type, amount_micros, balance_after_micros, business_key)
      values (gen_random_uuid(), '${company}', 'ADJUSTMENT', 'ADJUSTMENT', -7, 0, 'adjust:planted')`,
  },
  {
    invariant: 'I2',
    how: 'a lot that lost credits',
    what: /^sum of the lots$/,
    difference: -3n,
    statement: () =>
      `update credit_lots set remaining_micros = remaining_micros - 3 where source_key = 'pack:${company}'`,
  },
  {
    invariant: 'I2',
    how: 'a lot that holds more than was granted, and another that holds less',
    what: /^remainder of the lot pack:\S+$/,
    difference: 300n,
    statement: () => `
      alter table credit_lots drop constraint credit_lots_remaining_within_granted;
      update credit_accounts set balance_micros = 1300, charged_micros = 100 where owner_id = '${company}';
      update usage_rollups set charged_micros = 100 where company_id = '${company}';
      update calls set charged_micros = 50 where company_id = '${company}' and charged_micros > 0;
      update credit_lots set remaining_micros = 0 where owner_id = '${company}';
      update credit_lots set remaining_micros = 1300 where source_key = 'pack:${company}';
      update credit_accounts set open_lot_id = null, next_expiry_at = null where owner_id = '${company}'`,
  },
  {
    invariant: 'I2',
    how: "another account's lot as the open one",
    what: /^open lot of another account$/,
    difference: 730n,
    statement: () => `
      update credit_accounts set open_lot_id = (select id from credit_lots where source_key = 'pack:${neighbour}')
       where owner_id = '${company}'`,
  },
  {
    invariant: 'I2',
    how: 'an open lot that is not the next one',
    what: /^lots that should burn before the open lot$/,
    difference: 500n,
    statement: () => `
      update credit_lots set remaining_micros = remaining_micros - 500 where source_key = 'pack:${company}';
      update credit_lots set remaining_micros = 500 where owner_id = '${company}' and kind = 'GRANTED';
      update credit_accounts
         set open_lot_id = (select id from credit_lots where source_key = 'pack:${company}'),
             next_expiry_at = (select expires_at from credit_lots where owner_id = '${company}' and kind = 'GRANTED')
       where owner_id = '${company}'`,
  },
  {
    invariant: 'I2',
    how: 'a lot whose expiry would go unnoticed',
    what: /^lots whose expiry would go unnoticed$/,
    difference: 730n,
    statement: () => `
      update credit_lots set expires_at = now() + interval '1 day' where source_key = 'pack:${company}'`,
  },
  {
    invariant: 'I3',
    how: 'an account with a charge of no call',
    what: /^charges of the account$/,
    difference: 5n,
    statement: () => `
      update credit_accounts set charged_micros = charged_micros + 5, balance_micros = balance_micros - 5
       where owner_id = '${company}';
      update credit_lots set remaining_micros = remaining_micros - 5 where source_key = 'pack:${company}'`,
  },
  {
    invariant: 'I3',
    how: 'a rollup that counted a call twice',
    what: /^sum of the rollups$/,
    difference: 70n,
    statement: () => `
      update usage_rollups set charged_micros = charged_micros + 70 where company_id = '${company}'`,
  },
  {
    invariant: 'I4',
    how: 'a lot that is larger than its grant',
    what: /^grant pack:/,
    difference: 11n,
    statement: () =>
      `update credit_lots set granted_micros = granted_micros + 11 where source_key = 'pack:${company}'`,
  },
  {
    invariant: 'I4',
    how: 'a grant without a lot',
    what: /^grant promo:planted$/,
    difference: -20n,
    statement: () => `
      insert into credit_transfers
        (id, owner_id, counter_account, type, amount_micros, balance_after_micros, business_key)
      values (gen_random_uuid(), '${company}', 'PROMOTION', 'PROMO', 20, 0, 'promo:planted');
      update credit_accounts set balance_micros = balance_micros + 20 where owner_id = '${company}';
      update credit_lots set remaining_micros = remaining_micros + 20 where source_key = 'pack:${company}'`,
  },
]

test.each(planted)('$invariant: $how is found, and only its company is frozen', async (drift) => {
  await plant(drift.statement())
  const { report, drifts } = await run()
  expect(drifts).toHaveLength(1)
  expect(drifts[0]).toMatchObject({ invariant: drift.invariant, ownerId: company })
  expect(drifts[0]?.what).toMatch(drift.what)
  const [found] = drifts
  const isAmount = found !== undefined && 'actualMicros' in found
  expect(isAmount ? found.actualMicros - found.expectedMicros : 0n).toBe(drift.difference)
  expect([...report.freezes]).toEqual([[company, 'frozen']])
  expect([await isFrozen(company), await isFrozen(neighbour)]).toEqual([true, false])
  expect(countDrifting(report.outcomes)).toMatchObject({ [drift.invariant]: 1 })
})

test('a deleted call is found before it is added up, and afterwards by reading all calls of its company', async () => {
  const vanish = () => plant(`delete from calls where company_id = '${company}' and charged_micros = 70`)
  await run()
  await vanish()
  expect((await run({ canFreeze: false })).drifts).toEqual([])
  const amounts = { invariant: 'I3', ownerId: company, expectedMicros: 600n, actualMicros: 670n }
  const whole = await run({ canFreeze: false, ownerId: company })
  expect(whole.drifts).toEqual([
    { ...amounts, what: 'charges of the account' },
    { ...amounts, what: 'sum of the rollups' },
  ])

  await plant(`delete from calls where company_id = '${neighbour}' and charged_micros = 70`)
  await plant('delete from reconciliation_progress; delete from reconciled_days')
  expect((await run({ canFreeze: false })).drifts).toHaveLength(4)
})

test('inspecting one account reports nothing about the others', async () => {
  await plant(`update usage_rollups set charged_micros = 1 where company_id = '${neighbour}'`)
  const { report, drifts } = await run({ ownerId: company })
  expect(drifts).toEqual([])
  expect(report.outcomes.I4).toMatchObject({ accounts: 1 })
  expect((await run({ ownerId: neighbour })).drifts).toHaveLength(1)
})

test('calls are added up once, by the day on which they ended', async () => {
  const yesterday = `(now() at time zone 'UTC')::date - 1`
  await plant(`
    update calls set created_at = (${yesterday})::timestamp at time zone 'UTC' + interval '23:59:59.999999',
                     id = uuid_at((${yesterday})::timestamp at time zone 'UTC' + interval '23:59:30')
     where company_id = '${company}' and charged_micros = 600;
    update usage_rollups set charged_micros = 70 where company_id = '${company}';
    insert into usage_rollups select company_id, key_id, alias, ${yesterday}, 1, 0, 0, 0, 0, 600
      from usage_rollups where company_id = '${company}'`)
  const days: string[] = []
  expect((await run({ onDay: (day) => days.push(day) })).drifts).toEqual([])
  expect(days).toHaveLength(2)
  const rows = await open.database
    .selectFrom('reconciled_days')
    .select('calls_micros')
    .where('company_id', '=', company)
    .orderBy('day')
    .execute()
  expect(rows).toEqual([{ calls_micros: 600n }, { calls_micros: 70n }])
})

test('a call with an id of a wrong time is not drift, and the sums are corrected', async () => {
  await run()
  const strayIds = ['00000000-0000-7000-8000-000000000001', '7fffffff-ffff-7fff-bfff-ffffffffffff']
  for (const id of strayIds) await settle(company, charged(30n), id)
  expect((await run()).drifts).toEqual([])
  await settle(company, charged(4n))
  expect((await run()).drifts).toEqual([])
  const { rows } = await open.postgres.query(
    'select sum(calls_micros)::bigint as micros from reconciled_days where company_id = $1',
    [company],
  )
  expect(rows).toEqual([{ micros: 734n }])
})

test('charges in a detached partition still count', async () => {
  const old = `(date_trunc('week', now() at time zone 'UTC') - interval '4 days') at time zone 'UTC'`
  await plant(`update calls set created_at = ${old}, id = uuid_at(${old} + ordinal * interval '1 second')
    from (select id as old_id, row_number() over () as ordinal from calls) numbered where id = old_id`)
  await plant(`update usage_rollups set day = (${old} at time zone 'UTC')::date`)
  expect((await run()).drifts).toEqual([])
  const { rows } = await open.postgres.query<{ name: string }>(
    'select tableoid::regclass::text as name, count(*) from calls group by 1',
  )
  expect(rows).toMatchObject([{ count: 6n }])
  await open.postgres.query(`alter table calls detach partition ${rows[0]?.name}`)
  await settle(company, charged(9n))
  expect((await run()).drifts).toEqual([])
  expect((await run({ ownerId: company })).drifts).toEqual([])
})

test('a closed partition that was added up is not read again', async () => {
  const old = `(date_trunc('week', now() at time zone 'UTC') - interval '4 weeks') at time zone 'UTC'`
  await open.postgres.query(`select create_call_partition((${old} at time zone 'UTC')::date, 7)`)
  await plant(`update calls set created_at = ${old}, id = uuid_at(${old} + ordinal * interval '1 second')
    from (select id as old_id, row_number() over () as ordinal from calls) numbered where id = old_id`)
  await plant(`update usage_rollups set day = (${old} at time zone 'UTC')::date`)
  expect((await run()).drifts).toEqual([])
  const { rows } = await open.postgres.query<{ name: string }>(
    'select distinct tableoid::regclass::text as name from calls',
  )
  expect(rows).toHaveLength(1)
  await settle(company, charged(9n))
  // A statement that read the partition would wait until its time limit.
  const locker = await open.postgres.connect()
  await locker.query('begin')
  await locker.query(`lock table ${rows[0]?.name} in access exclusive mode`)
  try {
    expect((await run()).drifts).toEqual([])
  } finally {
    await locker.query('rollback').finally(() => locker.release())
  }
})

test('two concurrent runs count nothing twice', async () => {
  await Promise.all(Array.from({ length: 4 }, () => run()))
  expect((await run()).drifts).toEqual([])
})

test('drift between holds and calls is reported, but freezes no account', async () => {
  const [closed] = await open.database
    .selectFrom('calls')
    .select('id')
    .where('company_id', '=', company)
    .execute()
  await plant(`update calls set created_at = now() - interval '61 seconds' where company_id = '${company}'`)
  const hold = { companyId: neighbour, callId: ids.uuid(), estimateMicros: 40n, remainingMs: 1_000 }
  const holds = [
    hold,
    { ...hold, callId: ids.uuid(), remainingMs: -299_000 },
    { ...hold, callId: ids.uuid(), remainingMs: -301_000 },
    { ...hold, callId: ids.uuid(), remainingMs: -900_000 },
    { ...hold, companyId: company, callId: closed?.id ?? '' },
  ]
  const { report, drifts } = await run({}, { listHolds: async () => holds })
  const amounts = { expectedMicros: 0n }
  expect(drifts).toEqual([
    {
      ...amounts,
      invariant: 'I5',
      ownerId: neighbour,
      what: 'holds of 2 calls past their deadline that are not closed',
      actualMicros: 80n,
    },
    {
      ...amounts,
      invariant: 'I6',
      ownerId: company,
      what: 'holds of 1 closed calls',
      actualMicros: 40n,
    },
  ])
  expect(report.freezes.size).toBe(0)
  expect(await isFrozen(company)).toBe(false)
})

test('a call that was closed recently may still have its hold', async () => {
  const [call] = await open.database.selectFrom('calls').select(['id', 'company_id']).execute()
  const hold = {
    callId: call?.id ?? '',
    companyId: call?.company_id ?? '',
    estimateMicros: 1n,
    remainingMs: 1,
  }
  expect((await run({}, { listHolds: async () => [hold] })).drifts).toEqual([])
})

test('without Redis the ledger is still checked, and the holds are reported as not checked', async () => {
  await plant(`update usage_rollups set charged_micros = 1 where company_id = '${company}'`)
  const listHolds = () => Promise.reject(new Error('Redis is down'))
  const { report, drifts } = await run({}, { listHolds })
  expect(drifts.map(({ invariant }) => invariant)).toEqual(['I3'])
  expect([report.outcomes.I5.kind, report.outcomes.I6.kind]).toEqual(['not_checked', 'not_checked'])
})

test('drift is logged as an error that pages, with the amounts', async () => {
  await plant(`update usage_rollups set charged_micros = 1000670 where company_id = '${company}'`)
  const errors: [string, LogContext | undefined][] = []
  const noting = {
    ...logger,
    error: (message: string, context?: LogContext) => void errors.push([message, context]),
  }
  await run({}, { logger: noting })
  expect(errors).toEqual([
    [
      'ledger drift found',
      {
        invariant: 'I3',
        owner_id: company,
        what: 'sum of the rollups',
        expected_credits: '0.000670',
        actual_credits: '1.000670',
        pages: true,
      },
    ],
  ])
})

test('calls without an account are reported as drift that cannot be frozen', async () => {
  await plant(`delete from credit_accounts where owner_id = '${company}'`)
  const { report, drifts } = await run()
  expect(drifts.map(({ invariant }) => invariant)).toContain('I3')
  expect([...report.freezes]).toEqual([[company, 'failed']])
})

test('the first reason is kept until a person unfreezes the account, and both acts are in the audit log', async () => {
  await plant(`insert into companies (id, name) values ('${company}', 'Drifting')`)
  await plant(`update usage_rollups set charged_micros = 671 where company_id = '${company}'`)
  await run()
  await plant(`update usage_rollups set charged_micros = 672 where company_id = '${company}'`)
  const again = await run()
  expect(again.drifts).toHaveLength(1)
  expect([...again.report.freezes]).toEqual([[company, 'was_frozen']])
  const by = { actor: { kind: 'operator', id: 'ada' } } as const
  const unfreezing = { ownerId: company, reason: 'rollup corrected in 41', by }
  const deps = { databases: open.databases, ids }
  expect(await unfreezeAccount(deps, unfreezing)).toBe(true)
  expect(await unfreezeAccount(deps, unfreezing)).toBe(false)
  expect(await isFrozen(company)).toBe(false)
  const entries = await open.database
    .selectFrom('audit_log')
    .select(['company_id', 'actor_kind', 'actor_id', 'action', 'details'])
    .orderBy('id')
    .execute()
  const reason = 'I3 sum of the rollups: 0.000671 instead of 0.000670'
  expect(entries).toMatchObject([
    { company_id: company, actor_kind: 'service', action: 'credit_account.freeze', details: { reason } },
    {
      company_id: company,
      actor_kind: 'operator',
      actor_id: 'ada',
      action: 'credit_account.unfreeze',
      details: { reason: 'rollup corrected in 41', frozen_reason: reason },
    },
  ])
})
