// Ends the keys of calls in flight and judges how those calls end.
import { setTimeout } from 'node:timers/promises'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { AddedKey } from '@gatehouse/testkit/seed-gateway'
import type { HeldCall, HeldEnd } from './held-calls.ts'

export type HeldTrial = { calls: number; slowestMs: number; faults: readonly string[] }

export type HeldTrialOptions = {
  pool: Postgres
  held: readonly HeldCall[]
  /** Ends the key and returns the time at which it ended. */
  endKey(key: AddedKey): Promise<number>
  /**
   * Resolves when calls with these keys must be refused. The rest of the request bodies that were held back is sent
   * after that.
   */
  areRefused(keys: readonly AddedKey[], endedAtMs: number): Promise<void>
  cutWithinMs: number
}

export async function endHeldCalls(options: HeldTrialOptions): Promise<HeldTrial> {
  const { held, endKey, areRefused, cutWithinMs } = options
  const keys = new Set(held.map(({ key }) => key))
  const endedAtMs = new Map(
    await Promise.all([...keys].map(async (key) => [key, await endKey(key)] as const)),
  )
  const lastMs = Math.max(...endedAtMs.values())
  await areRefused([...keys], lastMs)
  const sentAtMs = performance.now()
  for (const { finishSending } of held) finishSending()
  const limit = setTimeout(Math.max(0, lastMs + cutWithinMs + 2_000 - performance.now()), undefined, {
    ref: false,
  })
  const ends = await Promise.all(held.map(({ end }) => Promise.race([end, limit])))
  const faults: string[] = []
  let slowestMs = 0
  for (const [index, call] of held.entries()) {
    const end = ends[index]
    const sinceMs = call.kind === 'sending' ? sentAtMs : (endedAtMs.get(call.key) ?? 0)
    slowestMs = Math.max(slowestMs, (end?.endedAtMs ?? Number.POSITIVE_INFINITY) - sinceMs)
    const fault = end
      ? (faultOf(call, end) ?? (await faultOfRecord(options.pool, call, end)))
      : 'it did not end'
    if (fault !== undefined) faults.push(`${call.kind}: ${fault}`)
  }
  return { calls: held.length, slowestMs, faults }
}

function faultOf({ kind }: HeldCall, { status, text }: HeldEnd): string | undefined {
  if (kind !== 'streaming') return status === 401 ? undefined : `it got ${status} ${text.slice(0, 200)}`
  if (status !== 200) return `it got ${status}`
  if (text.includes('[DONE]')) return 'it ended with [DONE]'
  const last = text.trimEnd().split('\n\n').at(-1) ?? ''
  return last.startsWith('data: {"error":') ? undefined : `its last frame is ${last.slice(0, 200)}`
}

type Recorded = { status: string; reason: string | null; charged_micros: bigint }

const recordedWithinMs = 5_000

/**
 * A call whose key ended before its body arrived is refused and leaves no record; the others are recorded and cost
 * nothing.
 */
async function faultOfRecord(
  pool: Postgres,
  { kind }: HeldCall,
  { requestId }: HeldEnd,
): Promise<string | undefined> {
  const text = 'select status, reason, charged_micros from calls where id = $1'
  const read = async () => (await pool.query<Recorded>(text, [requestId])).rows[0]
  let row = await read()
  if (kind === 'sending') return row ? 'it was recorded as a call' : undefined
  const untilMs = performance.now() + recordedWithinMs
  while (!row && performance.now() < untilMs) {
    await setTimeout(50)
    row = await read()
  }
  const recorded = row && `${row.status} ${row.reason} ${row.charged_micros}`
  return recorded === 'FAILED key_ended 0' ? undefined : `it was recorded as ${recorded ?? 'nothing'}`
}
