import type { AnswerRecord, FinishedCall } from '@gatehouse/calls/call'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { returnCharge } from './return-charge.ts'
import { prepareBatch } from './settlement/settle-batch.ts'
import { type AnswerClaim, claimAnswer, dropClaim, purgeStoredAnswers } from './stored-answers.ts'

let open: OpenTestDatabase
const ids = createIds(createSystemClock())

beforeAll(async () => {
  open = await openTestDatabase()
})
afterAll(() => open[Symbol.asyncDispose]())

function aClaim(changes: Partial<AnswerClaim> = {}): AnswerClaim {
  const bodyHash = Buffer.from('a hash of the body')
  return {
    companyId: ids.uuid(),
    keyId: ids.uuid(),
    idempotencyKey: 'once',
    bodyHash,
    callId: ids.uuid(),
    claimMs: 10_000,
    ...changes,
  }
}

const claim = (one: AnswerClaim) => claimAnswer(open.postgres, one)

const anAnswer = { contentType: 'text/plain', body: Buffer.from('an answer, "quoted" \\ \0') }

function charged({ callId, keyId }: AnswerClaim, answer: AnswerRecord | undefined = anAnswer): FinishedCall {
  const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 }
  const named = { id: callId, companyId: keyId, keyId, alias: 'svc/chat-default', operation: 'chat' } as const
  const end = { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros: 5n } as const
  return { ...named, end, heldMicros: 0n, durationMs: 1, ...(answer && { answer }) }
}

const settle = (...calls: FinishedCall[]) => prepareBatch(open.postgres, calls)()

test('a retry gets the answer that was stored with the charge', async () => {
  const first = aClaim()
  expect(await claim(first)).toEqual({ kind: 'claimed', companyBytes: 0 })
  const retry = { ...first, callId: ids.uuid() }
  expect(await claim(retry)).toMatchObject({ kind: 'running' })
  const [unasked, other] = [aClaim(), aClaim()]
  await claim(other)
  const otherAnswer = { contentType: 'application/json', body: Buffer.from('{}') }
  const { answer: _none, ...withoutAnswer } = charged(unasked)
  await settle(charged(first), withoutAnswer, charged(other, otherAnswer))
  expect(await claim({ ...other, callId: ids.uuid() })).toMatchObject({ kind: 'stored', ...otherAnswer })
  expect(await claim(retry)).toEqual({
    kind: 'stored',
    callId: first.callId,
    contentType: 'text/plain',
    body: Buffer.from('an answer, "quoted" \\ \0'),
  })
})

test('another body with the same key is a conflict, whether the first call is running or finished', async () => {
  const first = aClaim()
  await claim(first)
  const other = { ...first, callId: ids.uuid(), bodyHash: Buffer.from('another') }
  expect(await claim(other)).toEqual({ kind: 'conflict' })
  await settle(charged(first))
  expect(await claim(other)).toEqual({ kind: 'conflict' })
})

test('of many concurrent retries one runs', async () => {
  const first = aClaim()
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => claim({ ...first, callId: ids.uuid() })),
  )
  expect(outcomes.filter(({ kind }) => kind === 'claimed')).toHaveLength(1)
})

test('a failed call gives up its claim, and a stored answer is kept', async () => {
  const [failed, done] = [aClaim(), aClaim()]
  await claim(failed)
  await claim(done)
  await settle(charged(done))
  for (const { callId } of [failed, done]) await dropClaim(open.postgres, callId)
  expect(await claim({ ...failed, callId: ids.uuid() })).toMatchObject({ kind: 'claimed' })
  expect(await claim({ ...done, callId: ids.uuid() })).toMatchObject({ kind: 'stored' })
})

test('a call that lost its claim because it took too long is not charged', async () => {
  const slow = aClaim({ claimMs: 1 })
  await claim(slow)
  const quick = { ...slow, callId: ids.uuid(), claimMs: 10_000 }
  const isTaken = async () => (await claim(quick)).kind === 'claimed'
  await waitUntil(isTaken, { withinMs: 30_000, what: 'the claim has expired' })
  await expect(settle(charged(slow))).rejects.toMatchObject({ code: 'GH004' })
  await settle(charged(quick))
  const { rows } = await open.postgres.query('select id from calls where id = any ($1::uuid[])', [
    [slow.callId, quick.callId],
  ])
  expect(rows).toEqual([{ id: quick.callId }])
})

test('an answer is deleted after a day', async () => {
  const old = aClaim()
  await claim(old)
  await settle(charged(old))
  await open.postgres.query(
    `update stored_answers set created_at = now() - interval '25 h' where call_id = $1`,
    [old.callId],
  )
  expect(await claim({ ...old, callId: ids.uuid() })).toEqual({ kind: 'claimed', companyBytes: 0 })
  await open.postgres.query(`update stored_answers set created_at = now() - interval '25 h'`)
  expect(await purgeStoredAnswers(open.postgres)).toBe(false)
  const { rows } = await open.postgres.query('select 1 from stored_answers')
  expect(rows).toEqual([])
})

test('a call whose answer was not kept is charged, and its retry neither runs nor gets an answer', async () => {
  const first = aClaim({ claimMs: 1 })
  await claim(first)
  await settle(charged(first, { notKept: 'too_large' }))
  await dropClaim(open.postgres, first.callId)
  expect(await claim({ ...first, callId: ids.uuid() })).toEqual({ kind: 'not_kept', why: 'too_large' })
  const { rows } = await open.postgres.query('select status from calls where id = $1', [first.callId])
  expect(rows).toEqual([{ status: 'SUCCEEDED' }])
})

test('a charge is returned in the order of locks of a settlement, so neither fails for the other', async () => {
  const companyId = ids.uuid()
  const one = aClaim({ companyId })
  await claim(one)
  await settle({ ...charged(one), companyId })
  const settling = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const settlement = open.postgres.transaction(async (tx) => {
    await tx.query('select from credit_accounts where owner_id = $1 for no key update', [companyId])
    locked.resolve()
    await settling.promise
    await tx.query('update stored_answer_totals set bytes = bytes + 7 where company_id = $1', [companyId])
  })
  await locked.promise
  const charge = { id: one.callId, companyId, chargedMicros: 5n }
  const returned = returnCharge(open.database, charge, { ids, reason: 'given_up' })
  const isWaiting = async () => {
    const { rows } = await open.postgres.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  }
  await waitUntil(isWaiting, { withinMs: 20_000, what: 'the give-back waits for the account' })
  settling.resolve()
  await settlement
  expect(await returned).toBe(true)
  expect(await claim(aClaim({ companyId }))).toEqual({ kind: 'claimed', companyBytes: 7 })
})

test('the stored bytes of a company are counted, and subtracted when answers are deleted', async () => {
  const companyId = ids.uuid()
  const claims = [aClaim({ companyId }), aClaim({ companyId }), aClaim()]
  for (const one of claims) await claim(one)
  await settle(...claims.map((one) => charged(one)))
  const read = async () => claim(aClaim({ companyId }))
  expect(await read()).toEqual({ kind: 'claimed', companyBytes: 2 * anAnswer.body.length })
  await open.postgres.query(
    `update stored_answers set created_at = now() - interval '25 h' where call_id = $1`,
    [claims[0]?.callId],
  )
  await purgeStoredAnswers(open.postgres)
  expect(await read()).toEqual({ kind: 'claimed', companyBytes: anAnswer.body.length })
})
