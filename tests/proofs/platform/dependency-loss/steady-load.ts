// Calls at a steady rate, regardless of how earlier calls end: streams and single answers, long and short, of several
// companies, and calls of a rate-limited key. Each call is recorded with what its client saw.
import type { AddedKey } from '@gatehouse/testkit/seed-gateway'
import { isDone, readErrorFrame } from '../../gateway/answer-reader.ts'
import { callHeaders } from '../../gateway/gateway-setup.ts'
import { type Seen, makeCall } from '../../gateway/raw-call.ts'

export type LoadCall = {
  /** Named in the body, so that the provider knows which calls were forwarded to it. */
  number: number
  startedMs: number
  endedMs: number
  isLimited: boolean
  isStream: boolean
  callId: string | undefined
  ending: Ending
  /** The client gave up after its time limit. It may be charged: the provider may have answered when it left. */
  isGivenUp: boolean
  /** Set for a complete answer that states its charge. */
  chargedMicros: bigint | undefined
  /** Details for diagnosing a failure. */
  description: string
}

type Ending =
  | 'whole'
  /** Status 429. */
  | 'limited'
  /** Status 503 with retry-after. */
  | 'unavailable'
  /** A stream that ended with an error frame. */
  | 'broken off'
  | 'wrong'

export type SteadyLoad = {
  readonly calls: readonly LoadCall[]
  /** Number of calls in flight. */
  open(): number
  /** Starts no new calls and waits for those in flight. */
  stop(): Promise<void>
}

export type LoadOptions = {
  urls: readonly string[]
  keys: readonly AddedKey[]
  limitedKey: AddedKey
  callsPerSecond: number
}

/** Marks the bodies for which the simulator plans a long answer. */
export const longMark = 'at length'

/** Reads the number of a call from its body; undefined if the body is not of this load. */
export function readNumber(body: string): number | undefined {
  const digits = /Call (\d+)\./.exec(body)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const tickMs = 10
// Every n-th call uses the limited key, is a long stream, or does not stream.
const limitedEvery = 10
// No multiple of `wholeEvery`: a long answer must stream.
const longEvery = 7
const wholeEvery = 3

export function startSteadyLoad({ urls, keys, limitedKey, callsPerSecond }: LoadOptions): SteadyLoad {
  const calls: LoadCall[] = []
  const open = new Set<Promise<unknown>>()
  const startedMs = performance.now()
  let count = 0

  function callNext(): void {
    const isLimited = count % limitedEvery === 0
    const key = isLimited ? limitedKey : keys[count % keys.length]
    const url = urls[(count >> 1) % urls.length]
    if (!key || url === undefined) throw new Error('a load needs keys and gateways')
    const isStream = count % wholeEvery !== 0
    const call = { url, headers: callHeaders(key), body: toBody(isStream, count) }
    const number = count
    const ended = makeCall(call).then((seen) =>
      calls.push(describeCall(seen, { number, isLimited, isStream })),
    )
    open.add(ended)
    void ended.finally(() => open.delete(ended))
    count += 1
  }

  const timer = setInterval(() => {
    const due = ((performance.now() - startedMs) * callsPerSecond) / 1_000
    while (count < due) callNext()
  }, tickMs)

  return {
    calls,
    open: () => open.size,
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
    },
  }
}

/** Whether the client was not served, other than by the limit of its key. */
export function hasFailed({ ending, isLimited }: LoadCall): boolean {
  return ending !== 'whole' && !(isLimited && ending === 'limited')
}

function toBody(isStream: boolean, count: number): Buffer {
  const content = isStream && count % longEvery === 0 ? `Answer ${longMark}.` : 'Answer.'
  return Buffer.from(
    JSON.stringify({
      model: 'svc/chat-default',
      ...(isStream && { stream: true }),
      messages: [{ role: 'user', content: `${content} Call ${count}.` }],
    }),
  )
}

function describeCall(seen: Seen, kind: Pick<LoadCall, 'number' | 'isLimited' | 'isStream'>): LoadCall {
  const { answer, startedMs, endedMs } = seen
  const told = answer.headers.get('x-svc-credits-charged')
  return {
    ...kind,
    startedMs,
    endedMs,
    callId: answer.headers.get('x-request-id'),
    ending: endingOf(seen),
    isGivenUp: seen.endedBy === 'limit',
    chargedMicros: told === undefined ? undefined : BigInt(told.replace('.', '')),
    description: `${answer.status ?? 'no answer'}, ended by ${seen.endedBy}: ${answer.body.toString('utf8').slice(-200)}`,
  }
}

function endingOf({ answer, endedBy }: Seen): Ending {
  if (endedBy !== 'answer') return 'wrong'
  if (answer.status === 200) {
    if (answer.frames.length === 0 || isDone(answer.frames.at(-1))) return 'whole'
    return readErrorFrame(answer.frames.at(-1)) === undefined ? 'wrong' : 'broken off'
  }
  if (!answer.headers.has('retry-after')) return 'wrong'
  if (answer.status === 429) return 'limited'
  return answer.status === 503 ? 'unavailable' : 'wrong'
}
