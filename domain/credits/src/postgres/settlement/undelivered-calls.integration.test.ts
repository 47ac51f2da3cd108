import type { CallEnd, FinishedCall } from '@gatehouse/calls/call'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { readAccount } from '@gatehouse/testkit/read-account'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { LaneMarks } from '../../settlement/delivery-marks.ts'
import { createUndeliveredReaper } from '../../settlement/undelivered-reaper.ts'
import { returnCharge, returnUndelivered } from '../return-charge.ts'
import { claimAnswer } from '../stored-answers.ts'
import { prepareBatch } from './settle-batch.ts'
import { findStaleMarks, writeDeliveries, writeMarks } from './undelivered-calls.ts'

let open: OpenTestDatabase
const ids = createIds(createSystemClock())

beforeAll(async () => {
  open = await openTestDatabase()
})
afterAll(() => open[Symbol.asyncDispose]())

const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 }
const charged: CallEnd = { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros: 5n }

function call(companyId: string, changes: Partial<FinishedCall> = {}): FinishedCall {
  const named = { companyId, keyId: companyId, alias: 'svc/chat-default', operation: 'chat' } as const
  return { id: ids.uuid(), ...named, end: charged, heldMicros: 0n, durationMs: 1, ...changes }
}

function marks(calls: readonly FinishedCall[], changes: Partial<LaneMarks> = {}): LaneMarks {
  return { processId: ids.uuid(), lane: 0, version: 1n, callIds: calls.map(({ id }) => id), ...changes }
}

const settle = (calls: readonly FinishedCall[], row: LaneMarks) => prepareBatch(open.postgres, calls)(row)
const balanceOf = async (companyId: string) => (await readAccount(open.postgres, companyId)).balanceMicros
const returnAll = (row: LaneMarks) => returnUndelivered(open.database, row, ids)

async function markedIn({ processId, lane }: LaneMarks): Promise<readonly string[] | undefined> {
  const { rows } = await open.postgres.query<{ call_ids: string[] }>(
    'select call_ids from undelivered_calls where process_id = $1 and lane = $2',
    [processId, lane],
  )
  return rows[0]?.call_ids
}

for (const count of [1, 3, 8, 20]) {
  test(`a batch of ${count} writes its marks with its charges, or neither`, async () => {
    const company = ids.uuid()
    const calls = Array.from({ length: count }, () => call(company))
    const row = marks(calls)
    expect(await settle(calls, row)).toMatchObject({ kind: 'settled' })
    expect(await markedIn(row)).toEqual(row.callIds)
    const [known] = calls
    const next = [...(known ? [known] : []), call(company)]
    expect(
      await settle(next, { ...row, version: 2n, callIds: ['01a1e2e9-cc94-7000-8e96-efe1326054f8'] }),
    ).toEqual({
      kind: 'known',
      calls: [{ id: known?.id, status: 'SUCCEEDED', isOwn: true }],
    })
    expect(await markedIn(row)).toEqual(row.callIds)
  })
}

test('a charge of another lane or process does not count as own', async () => {
  const company = ids.uuid()
  const calls = [call(company)]
  const row = marks(calls)
  await settle(calls, row)
  for (const other of [
    { ...row, lane: 1 },
    { ...row, processId: ids.uuid() },
  ]) {
    expect(await settle(calls, other)).toMatchObject({ calls: [{ isOwn: false }] })
  }
})

test('late marks do not replace newer ones, and unchanged marks are not written', async () => {
  const row = marks([], { version: 7n, callIds: [ids.uuid()] })
  await writeMarks(open.postgres, row)
  await writeMarks(open.postgres, { ...row, version: 6n, callIds: [] })
  await settle([call(ids.uuid(), { end: { kind: 'failed', reason: 'no_usage' } })], {
    ...row,
    version: 8n,
    callIds: undefined,
  })
  expect(await markedIn(row)).toEqual(row.callIds)
})

test('the charges of a dead process are returned once, each to its company, in any number', async () => {
  const [one, other] = [ids.uuid(), ids.uuid()]
  const calls = Array.from({ length: 120 }, (_, index) => call(index % 3 === 0 ? one : other))
  const failed = call(one, { end: { kind: 'failed', reason: 'no_usage' } })
  const row = marks([...calls, failed])
  await settle([...calls, failed], row)
  expect([await balanceOf(one), await balanceOf(other)]).toEqual([-200n, -400n])
  expect(await returnAll(row)).toBe(120)
  expect(await returnAll(row)).toBe(0)
  expect([await balanceOf(one), await balanceOf(other)]).toEqual([0n, 0n])
  expect(await markedIn(row)).toBeUndefined()
})

test('the charges of calls that a dead process recorded as delivered stand, in rows of any of its lanes', async () => {
  const company = ids.uuid()
  const [calls, others] = [Array.from({ length: 15 }, () => call(company)), [call(company)]]
  const row = marks(calls)
  const other = { ...marks(others), processId: row.processId, lane: 1 }
  await settle(calls, row)
  await settle(others, other)
  const record = (version: bigint, delivered: readonly FinishedCall[]) =>
    writeDeliveries(open.postgres, {
      processId: row.processId,
      version,
      callIds: delivered.map(({ id }) => id),
    })
  await record(1n, calls)
  await record(3n, [...calls.slice(0, 2), ...calls.slice(13), ...others])
  await record(2n, calls)
  expect(await returnAll(row)).toBe(11)
  expect(await returnAll(other)).toBe(0)
  expect(await balanceOf(company)).toBe(-25n)
  expect([await markedIn(row), await markedIn(other)]).toEqual([undefined, undefined])
})

test('a list of deliveries is deleted a day later, when no row of its process is left', async () => {
  const [ended, waiting] = [marks([]), marks([call(ids.uuid())])]
  await writeMarks(open.postgres, waiting)
  for (const { processId } of [ended, waiting])
    await writeDeliveries(open.postgres, { processId, version: 1n, callIds: [ids.uuid()] })
  const listed = async () => {
    const { rows } = await open.postgres.query<{ process_id: string }>(
      'select process_id from delivered_calls where process_id = any ($1::uuid[])',
      [[ended.processId, waiting.processId]],
    )
    return rows.map(({ process_id }) => process_id)
  }
  await findStaleMarks(open.postgres, 60_000)
  expect(await listed()).toHaveLength(2)
  await open.postgres.query(`update delivered_calls set written_at = now() - interval '25 hours'`)
  await findStaleMarks(open.postgres, 60_000)
  expect(await listed()).toEqual([waiting.processId])
})

test('the charges of a process that has written its row since are left alone', async () => {
  const company = ids.uuid()
  const calls = [call(company)]
  const row = marks(calls)
  await settle(calls, row)
  await writeMarks(open.postgres, { ...row, version: 2n })
  expect(await returnAll(row)).toBe(0)
  expect(await balanceOf(company)).toBe(-5n)
})

test('the charge of a replayed answer stays although its process, which did not know, marked it again', async () => {
  const { company, claim, row } = await chargeWithAnswer()
  expect(await claimAnswer(open.postgres, { ...claim, callId: ids.uuid() })).toMatchObject({ kind: 'stored' })
  const again = { ...row, version: 2n }
  await writeMarks(open.postgres, again)
  expect(await markedIn(again)).toEqual([claim.callId])
  expect(await returnAll(again)).toBe(0)
  expect(await balanceOf(company)).toBe(-5n)
  expect(await markedIn(again)).toBeUndefined()
})

test('the stored answer is deleted with the charge, so that a retry runs and is charged', async () => {
  const { company, claim, row } = await chargeWithAnswer()
  expect(await returnAll(row)).toBe(1)
  expect(await claimAnswer(open.postgres, { ...claim, callId: ids.uuid() })).toMatchObject({
    kind: 'claimed',
  })
  expect(await balanceOf(company)).toBe(0n)
})

test('a call whose stored answer was replayed counts as delivered: its charge stays', async () => {
  const { company, claim, row } = await chargeWithAnswer()
  expect(await claimAnswer(open.postgres, { ...claim, callId: ids.uuid() })).toMatchObject({ kind: 'stored' })
  expect(await returnAll(row)).toBe(0)
  expect(await balanceOf(company)).toBe(-5n)
})

test('a retry that is refused gets no answer, so the charge is returned, and the next retry runs', async () => {
  const { company, claim, row } = await chargeWithAnswer()
  const retry = { ...claim, callId: ids.uuid() }
  const refuse = vi.fn().mockRejectedValue(new Error('too many requests'))
  await expect(claimAnswer(open.postgres, retry, refuse)).rejects.toThrow('too many requests')
  expect(refuse).toHaveBeenCalledExactlyOnceWith(Buffer.from('an answer').length)
  expect(await returnAll(row)).toBe(1)
  expect(await balanceOf(company)).toBe(0n)
  const later = vi.fn()
  expect(await claimAnswer(open.postgres, retry, later)).toMatchObject({ kind: 'claimed' })
  expect(later).not.toHaveBeenCalled()
})

test('an answer that is too old or belongs to another body is not replayed, so no retry of it is refused', async () => {
  const { claim } = await chargeWithAnswer()
  const before = vi.fn()
  const other = { ...claim, callId: ids.uuid(), bodyHash: Buffer.from('another') }
  expect(await claimAnswer(open.postgres, other, before)).toEqual({ kind: 'conflict' })
  await open.postgres.query(
    `update stored_answers set created_at = now() - interval '25 hours' where call_id = $1`,
    [claim.callId],
  )
  expect(await claimAnswer(open.postgres, { ...claim, callId: ids.uuid() }, before)).toMatchObject({
    kind: 'claimed',
  })
  expect(before).not.toHaveBeenCalled()
})

test('a charge that its process gives up stands if a retry has got the answer, and is returned otherwise', async () => {
  const giveUp = ({ company, claim }: Awaited<ReturnType<typeof chargeWithAnswer>>) =>
    returnCharge(
      open.database,
      { id: claim.callId, companyId: company, chargedMicros: 5n },
      { ids, reason: 'given_up' },
    )
  const replayed = await chargeWithAnswer()
  const retry = { ...replayed.claim, callId: ids.uuid() }
  expect(await claimAnswer(open.postgres, retry)).toMatchObject({ kind: 'stored' })
  await giveUp(replayed)
  expect(await balanceOf(replayed.company)).toBe(-5n)
  expect(await claimAnswer(open.postgres, retry)).toMatchObject({ kind: 'stored' })

  const lost = await chargeWithAnswer()
  await giveUp(lost)
  expect(await balanceOf(lost.company)).toBe(0n)
  expect(await claimAnswer(open.postgres, { ...lost.claim, callId: ids.uuid() })).toMatchObject({
    kind: 'claimed',
  })
})

async function chargeWithAnswer() {
  const company = ids.uuid()
  const answered = call(company, { answer: { contentType: 'text/plain', body: Buffer.from('an answer') } })
  const claim = {
    companyId: company,
    keyId: company,
    idempotencyKey: 'once',
    bodyHash: Buffer.from('a hash of the body'),
    callId: answered.id,
    claimMs: 10_000,
  }
  await claimAnswer(open.postgres, claim)
  const row = marks([answered])
  await settle([answered], row)
  return { company, claim, row }
}

test('the reaper returns charges of a row that it finds unchanged twice, some time apart', async () => {
  const clock = createFakeClock()
  const company = ids.uuid()
  const [quiet, lively] = [[call(company)], [call(company)]]
  const [dead, alive] = [marks(quiet), marks(lively)]
  await settle(quiet, dead)
  await settle(lively, alive)
  const returned: string[] = []
  const reaper = createUndeliveredReaper(
    {
      clock,
      logger: createLogger({ service: 'test', level: 'fatal', sinks: [] }),
      metrics: createMetrics('test'),
      findStale: (staleMs) => findStaleMarks(open.postgres, staleMs),
      async returnCharges(row) {
        if (row.processId === dead.processId || row.processId === alive.processId)
          returned.push(row.processId)
        return 1
      },
    },
    { staleMs: 0, confirmAfterMs: 10_000 },
  )
  await reaper.reap()
  await clock.advance(9_000)
  await reaper.reap()
  expect(returned).toEqual([])
  await writeMarks(open.postgres, { ...alive, version: 2n })
  await clock.advance(2_000)
  await reaper.reap()
  expect(returned).toEqual([dead.processId])
})
