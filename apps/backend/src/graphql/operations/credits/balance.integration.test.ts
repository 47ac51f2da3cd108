// Compares what admins see of their credits with the ledger itself, read by plain sums over all of its rows.
import { randomUUID } from 'node:crypto'
import { formatCredits, parseCredits } from '@gatehouse/credits/credit'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { returnCharge } from '@gatehouse/credits/return-charge'
import type { User } from '@gatehouse/identity/users'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany, addCredits } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { seedCall } from '../../../testing/seed-company.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let owner: User

beforeAll(async () => {
  backend = await startTestBackend()
  owner = await addUser(backend.database, { isSuperAdmin: true })
})
afterAll(() => backend[Symbol.asyncDispose]())

const ids = createIds(createSystemClock())
const dayMs = 86_400_000

async function ask<T>(user: User, query: string, variables: Record<string, unknown>): Promise<T> {
  const body = await backend.ask(query, { user, variables, isRecent: true })
  if (body.errors) throw new Error(JSON.stringify(body.errors))
  return body.data as T
}

async function newCompany(): Promise<{ companyId: string; admin: User }> {
  const companyId = await addCompany(backend.database, 0n)
  return { companyId, admin: await addUser(backend.database, { companyId }) }
}

/** Repeatable pseudo-random whole numbers below a limit. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
    return Math.floor((state / 0x7f_ff_ff_ff) * below) % below
  }
}

/** The balance at the end of a millisecond, as the sum of every row of the ledger. */
async function sumLedger(companyId: string, at: Date): Promise<string> {
  const { rows } = await backend.postgres.query<{ micros: bigint }>(
    `select (coalesce((select sum(t.amount_micros) from credit_transfers t
                         left join credit_lots l on t.type = 'EXPIRY' and t.business_key = 'expiry:' || l.id
                        where t.owner_id = $1 and coalesce(l.expires_at, t.created_at) < $2::timestamptz + interval '1 millisecond'), 0)
           - coalesce((select sum(remaining_micros) from credit_lots
                        where owner_id = $1 and expires_at <= least($2::timestamptz, now())), 0)
           - coalesce((select sum(c.charged_micros) from calls c
                        where c.company_id = $1 and c.created_at < $2::timestamptz + interval '1 millisecond'), 0))::bigint as micros`,
    [companyId, at.toISOString()],
  )
  return formatCredits(rows[0]?.micros ?? 0n)
}

type Entry = { id: string; at: Date; amount: bigint; after: bigint }

async function listEntries(companyId: string): Promise<Entry[]> {
  const { rows } = await backend.postgres.query<Entry>(
    `select id, created_at as at, -charged_micros as amount, balance_after_micros as after from calls where company_id = $1
     union all
     select t.id, coalesce(l.expires_at, t.created_at), t.amount_micros, t.balance_after_micros from credit_transfers t
       left join credit_lots l on t.type = 'EXPIRY' and t.business_key = 'expiry:' || l.id
      where t.owner_id = $1 order by 2`,
    [companyId],
  )
  return rows
}

const balanceAt = `query ($companyId: ID!, $at: DateTime!) { balanceAt(companyId: $companyId, at: $at) {
  credits entry { callId transactionId type credits balanceAfter createdAt } } }`
type Answer = {
  balanceAt: {
    credits: string
    entry: { callId: string | null; transactionId: string | null; balanceAfter: string } | null
  }
}

async function compareMoments(admin: User, companyId: string, moments: readonly Date[]): Promise<void> {
  const entries = new Map((await listEntries(companyId)).map((entry) => [entry.id, entry]))
  for (const at of moments) {
    const { balanceAt: found } = await ask<Answer>(admin, balanceAt, { companyId, at })
    expect({ at, credits: found.credits }).toEqual({ at, credits: await sumLedger(companyId, at) })
    const entry = entries.get(found.entry?.callId ?? found.entry?.transactionId ?? '')
    if (!found.entry)
      expect([...entries.values()].filter((one) => one.at <= at && one.amount !== 0n)).toEqual([])
    else expect(found.entry.balanceAfter).toBe(formatCredits(entry?.after ?? -1n))
  }
}

const history = `query ($companyId: ID!, $from: DateTime!, $to: DateTime!, $points: Int!) {
  balanceHistory(companyId: $companyId, from: $from, to: $to, points: $points) { at credits } }`
type History = { balanceHistory: { at: string; credits: string }[] }

async function compareHistory(
  admin: User,
  companyId: string,
  span: { from: Date; to: Date },
): Promise<number> {
  const variables = { companyId, ...span, points: 40 }
  const { balanceHistory: points } = await ask<History>(admin, history, variables)
  expect(points.length).toBeLessThanOrEqual(40)
  expect(points.at(0)).toEqual({
    at: span.from.toISOString(),
    credits: await sumLedger(companyId, span.from),
  })
  expect(points.at(-1)).toEqual({ at: span.to.toISOString(), credits: await sumLedger(companyId, span.to) })
  const entries = new Set(
    (await listEntries(companyId)).map(({ at, after }) => `${at.toISOString()} ${formatCredits(after)}`),
  )
  const between = points.slice(1, -1)
  expect(between.filter(({ at, credits }) => !entries.has(`${at} ${credits}`))).toEqual([])
  expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted())
  return between.length
}

/** Changes the account in every way there is, several changes at a time. */
async function mixChanges(companyId: string, random: (below: number) => number): Promise<void> {
  const keyId = randomUUID()
  const { database, postgres } = backend
  const grant = { owner: { id: companyId, kind: 'COMPANY' }, kind: 'grant', type: 'PROMO' } as const
  const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 }
  const call = async (chargedMicros: bigint) => {
    const end = { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros } as const
    return { id: await seedCall(postgres, { companyId, keyId, end }), companyId, chargedMicros }
  }
  const changes = [
    async () => void (await call(BigInt(random(5_000)))),
    async () => void (await call(0n)),
    async () => addCredits(database, companyId, BigInt(1 + random(20_000))),
    async () => returnCharge(database, await call(BigInt(1 + random(500))), { ids, reason: 'undelivered' }),
    async () => {
      const adjustment = {
        companyId,
        id: randomUUID(),
        credits: random(2) === 0 ? '0.001' : '-0.002',
        reason: 'test',
      }
      await ask(owner, adjust, adjustment)
    },
    async () => {
      const expiresAt = new Date(Date.now() + random(150))
      const amountMicros = BigInt(1 + random(9_000))
      await postTransfer(ids, database, {
        ...grant,
        businessKey: `promo:${ids.uuid()}`,
        amountMicros,
        expiresAt,
      })
    },
  ]
  const work = async () => {
    for (let done = 0; done < 25; done += 1) await changes[random(changes.length)]?.()
  }
  await Promise.all([work(), work(), work()])
}

const adjust = `mutation ($companyId: ID!, $id: ID!, $credits: String!, $reason: String!) {
  adjustCredits(companyId: $companyId, adjustmentId: $id, credits: $credits, reason: $reason) { isNew } }`

const state = `query ($companyId: ID!) {
  creditBalance(companyId: $companyId) { credits held spentThisMonth daysLeft isInDebt }
  creditLots(companyId: $companyId) { id kind granted remaining expiresAt transactionId transactionType reason } }`
type State = {
  creditBalance: { credits: string; held: string; spentThisMonth: string; daysLeft: number | null }
  creditLots: { id: string; remaining: string; transactionId: string; transactionType: string }[]
}

test.each([1, 2, 3])(
  'after a mix of changes (%i), every figure equals the ledger',
  async (seed) => {
    const { companyId, admin } = await newCompany()
    const begun = new Date()
    await mixChanges(companyId, createRandom(seed))
    const entries = await listEntries(companyId)
    expect(entries.length).toBeGreaterThan(60)
    await compareMoments(admin, companyId, [
      new Date(begun.getTime() - 1),
      ...entries.map(({ at }) => at),
      new Date(),
    ])
    expect(
      await compareHistory(admin, companyId, { from: begun, to: entries.at(-1)?.at ?? begun }),
    ).toBeGreaterThan(5)

    const { creditBalance, creditLots } = await ask<State>(admin, state, { companyId })
    const now = await sumLedger(companyId, new Date())
    const { rows } = await backend.postgres.query<{ spent: bigint }>(
      `select ((select sum(charged_micros) from calls where company_id = $1)
           - (select sum(amount_micros) from credit_transfers where owner_id = $1 and business_key like 'giveback:%'))::bigint as spent`,
      [companyId],
    )
    expect(creditBalance).toMatchObject({
      credits: now,
      held: '0.000000',
      spentThisMonth: formatCredits(rows[0]?.spent ?? 0n),
    })
    const remaining = creditLots.reduce((sum, lot) => sum + (parseCredits(lot.remaining) ?? 0n), 0n)
    const balanceMicros = parseCredits(now) ?? 0n
    expect(remaining).toBe(balanceMicros > 0n ? balanceMicros : 0n)
    const { rows: granted } = await backend.postgres.query<{ id: string; type: string }>(
      'select id, type from credit_transfers where owner_id = $1 and amount_micros > 0',
      [companyId],
    )
    const types = new Map(granted.map(({ id, type }) => [id, type]))
    for (const lot of creditLots) expect(types.get(lot.transactionId)).toBe(lot.transactionType)
  },
  60_000,
)

/** Writes calls and transfers of the last days into the ledger, as it would have become over that time. */
async function writePastDays(companyId: string, random: (below: number) => number): Promise<Date> {
  const first = new Date(Math.floor(Date.now() / dayMs) * dayMs - 9 * dayMs)
  let [balance, charged, at] = [0n, 0n, first.getTime()]
  const keyId = randomUUID()
  await backend.postgres.query(`insert into credit_accounts (owner_id, owner_kind) values ($1, 'COMPANY')`, [
    companyId,
  ])
  for (;;) {
    at += random(3 * 3_600_000)
    if (at > Date.now()) break
    const durationMs = random(10 * 60_000)
    const id = createIds({ wallMs: () => at - durationMs }).uuid()
    const amount = BigInt(1 + random(900_000))
    if (random(6) === 0) {
      balance += amount
      await backend.postgres.query(
        `insert into credit_transfers (id, owner_id, counter_account, type, amount_micros, balance_after_micros, business_key, created_at)
         values ($1::uuid, $2, 'PROMOTION', 'PROMO', $3, $4, 'promo:' || $1::uuid, $5)`,
        [id, companyId, amount, balance, new Date(at)],
      )
    } else {
      balance -= amount
      charged += amount
      await backend.postgres.query(
        `with one as (insert into calls (id, company_id, key_id, alias, operation, status, prompt_tokens, cached_tokens,
                 completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms, created_at)
               values ($1, $2, $3, 'svc/chat-default', 'chat', 'SUCCEEDED', 1, 0, 1, $4, $4, $5, $6, $7))
         insert into usage_rollups as u values ($2, $3, 'svc/chat-default', ($7::timestamptz at time zone 'UTC')::date, 1, 0, 1, 0, 1, $4)
         on conflict (company_id, key_id, alias, day) do update set charged_micros = u.charged_micros + excluded.charged_micros`,
        [id, companyId, keyId, amount, balance, durationMs, new Date(at)],
      )
    }
  }
  await backend.postgres.query(
    'update credit_accounts set balance_micros = $2, charged_micros = $3 where owner_id = $1',
    [companyId, balance, charged],
  )
  return first
}

test('the balance of past days equals the ledger at any moment', async () => {
  const { companyId, admin } = await newCompany()
  const random = createRandom(7)
  const first = await writePastDays(companyId, random)
  const spanMs = Date.now() - first.getTime()
  const moments = Array.from({ length: 60 }, () => new Date(first.getTime() + random(spanMs)))
  const midnights = [1, 4, 9].map((days) => new Date(first.getTime() + days * dayMs))
  const entries = await listEntries(companyId)
  await compareMoments(admin, companyId, [...moments, ...midnights, ...entries.map(({ at }) => at)])
  const between = await compareHistory(admin, companyId, { from: first, to: new Date() })
  expect(between).toBeGreaterThan(25)
  const { creditBalance } = await ask<State>(admin, state, { companyId })
  expect(creditBalance.credits).toBe(await sumLedger(companyId, new Date()))
  const { rows } = await backend.postgres.query<{ month: bigint }>(
    `select coalesce(sum(charged_micros), 0)::bigint as month from calls
      where company_id = $1 and created_at >= date_trunc('month', now(), 'UTC')`,
    [companyId],
  )
  expect(creditBalance.spentThisMonth).toBe(formatCredits(rows[0]?.month ?? -1n))
})

test('the days left follow the spend of the last seven days, and are null if nothing was spent', async () => {
  const { companyId, admin } = await newCompany()
  await addCredits(backend.database, companyId, 70_000_000n)
  expect((await ask<State>(admin, state, { companyId })).creditBalance.daysLeft).toBeNull()
  const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 }
  const end = { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros: 7_000_000n } as const
  await seedCall(backend.postgres, { companyId, keyId: randomUUID(), end })
  const { creditBalance } = await ask<State>(admin, state, { companyId })
  // 63 credits at 7 credits in six days and a part of today.
  expect(creditBalance.daysLeft).toBeGreaterThanOrEqual(54)
  expect(creditBalance.daysLeft).toBeLessThanOrEqual(63)
})

test('what is set aside for running calls is held', async () => {
  const { companyId, admin } = await newCompany()
  await addCredits(backend.database, companyId, 1_000_000n)
  await backend.postgres.query(
    `insert into credit_holds (call_id, company_id, key_id, operation, alias, estimate_micros, reserved_tokens, deadline)
     values ($1, $2, $3, 'chat', 'svc/chat-default', 250000, 10, now() + interval '1 minute')`,
    [ids.uuid(), companyId, randomUUID()],
  )
  const { creditBalance } = await ask<State>(admin, state, { companyId })
  expect(creditBalance).toMatchObject({ credits: '1.000000', held: '0.250000' })
})

test.each([
  ['too many points', { points: 401 }, 'points'],
  ['a single point', { points: 1 }, 'points'],
  ['an end before the beginning', { to: '2026-01-01T00:00:00Z' }, 'to'],
])('a history with %s is refused', async (_name, change, input) => {
  const { companyId, admin } = await newCompany()
  const span = { from: '2026-02-01T00:00:00Z', to: '2026-03-01T00:00:00Z', points: 10 }
  const body = await backend.ask(history, { user: admin, variables: { companyId, ...span, ...change } })
  expect(codesOf(body)).toEqual(['BAD_USER_INPUT'])
  expect(body.errors?.[0]?.extensions.input).toBe(input)
})
