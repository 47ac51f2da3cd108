// Compares what the client received, what the provider sent and what was recorded with each other and with the truth
// table.
import type { RecordedRequest } from '@gatehouse/testkit/start-provider-sim'
import { isDone, readErrorFrame } from '../answer-reader.ts'
import type { Seen } from '../raw-call.ts'
import { type Expected, expectAnswer } from './expect-answer.ts'
import type { WholeAnswer } from './provider-view.ts'
import { patienceMs } from './plans/plan-client-runs.ts'
import type { CallRow } from './read-calls.ts'
import { doorOf } from './doors.ts'
import type { Run, Usage } from './run.ts'
import { type RowName, rowOf } from './truth-table.ts'
import type { Payer } from './payer.ts'

export type Evidence = {
  run: Run
  /** Whose key made the call. */
  payer: Payer
  seen: Seen
  attempts: readonly RecordedRequest[]
  /** Undefined if the provider never received the call. */
  whole: WholeAnswer | undefined
  rows: readonly CallRow[]
  price: Price
  /** Wall-clock time at which its gateway was killed. */
  killedAtMs: number | undefined
  /** Whether the reaper has not yet closed the calls of killed processes. */
  isBeforeReaper: boolean
}

export type Price = { inputMicros: bigint; cachedMicros: bigint; outputMicros: bigint }

export type Verdict = {
  row: RowName
  chargedMicros: bigint
  /** Time from the client's disconnect to the provider's; 0 if the provider had already finished. */
  hangUpMs: number
  complaints: readonly string[]
}

export function judgeRun(evidence: Evidence): Verdict {
  const { rows, seen } = evidence
  const complaints: string[] = []
  if (rows.length > 1) complaints.push(`${rows.length} records`)
  if (seen.endedBy === 'limit') complaints.push('neither an end nor an error within the time limit')
  const possible = possibleOutcomes(evidence)
  const [record] = rows
  const found = possible.find((outcome) => isRecordedAs(outcome, evidence))
  const outcome = found ?? possible[0] ?? refused
  if (!found) {
    const wanted = possible.map((one) => `${one.row} (${describeCharge(evidence, one)})`).join(' or ')
    complaints.push(`recorded ${describeRecord(record)} instead of ${wanted}`)
  }
  complaints.push(...checkClient(evidence, outcome))
  if (evidence.run.cause === 'refusal' && evidence.attempts.length > 0)
    complaints.push('the provider was called')
  const hangUpMs = measureHangUp(evidence)
  if (hangUpMs > hangUpMsMax) complaints.push(`the provider kept working for ${hangUpMs} ms`)
  const isStillCharged = rowOf(outcome.row).isReturned && record !== undefined
  const chargedMicros = isStillCharged ? netOf(record) : chargeOf(evidence, outcome)
  return { row: outcome.row, chargedMicros, hangUpMs, complaints }
}

/** A possible outcome of the run, given what the client and the provider saw. */
type Outcome = Pick<Expected, 'row' | 'usage'> & { reason: string | null; expected?: Expected }

const refused: Outcome = { row: 'refused', reason: null, usage: undefined }
const turnedAway: Outcome = { row: 'turnedAway', reason: null, usage: undefined }
const neverCalled: Outcome = { row: 'neverCalled', reason: null, usage: undefined }

function possibleOutcomes(evidence: Evidence): Outcome[] {
  const { run, seen, whole, attempts } = evidence
  if (run.cause === 'refusal') return [refused]
  if (!whole) return outcomesUnheard(evidence)
  const expected = expectAnswer(run, whole)
  const stayed: Outcome = { ...expected, expected }
  if (run.cause === 'provider') return [stayed]
  if (run.cause === 'ledger') {
    return seen.endedBy === 'answer' && hasWholeAnswer(seen)
      ? [stayed]
      : [{ row: 'chargeUnavailable', reason: 'settle_unavailable', usage: undefined }]
  }
  if (seen.endedBy === 'answer') return [stayed, ...returnedThough(evidence, stayed)]
  const charged = chargedThough(evidence, whole)
  if (hasSeenEnd(seen, whole) || isPatient(evidence)) return run.isStream || stayed.usage ? charged : [stayed]
  // A charge is possible only if the provider got as far as sending the usage and the end of the answer.
  const reach = Math.max(0, ...attempts.map(({ framesWritten }) => framesWritten))
  const isUsageSent = run.isStream ? whole.usageThrough(reach - 1) && reach > whole.endsAt : reach > 0
  const uncharged = stayed.usage ? [] : [stayed]
  return [endedEarly(run), ...uncharged, ...(isUsageSent ? charged : [])]
}

const openRoute: Outcome = {
  row: 'providerFailed',
  reason: 'routes_unavailable',
  usage: undefined,
  expected: {
    row: 'providerFailed',
    reason: 'routes_unavailable',
    usage: undefined,
    client: { kind: 'refusal', status: 503 },
  },
}

/**
 * Outcomes if the provider never received the request. If the client received nothing either, the request may never
 * have become a call.
 */
function outcomesUnheard({ run, seen, rows }: Evidence): Outcome[] {
  const { status, headers } = seen.answer
  if (status === 503 && headers.has('retry-after') && rows.length === 0) return [turnedAway]
  // Only runs that share a route can find it open; any other one must reach the provider.
  if (run.route !== undefined) return [openRoute]
  return status === undefined ? [neverCalled, endedEarly(run)] : [endedEarly(run)]
}

function endedEarly({ cause }: Run): Outcome {
  if (cause === 'kill') return { row: 'gatewayKilled', reason: 'process_died', usage: undefined }
  return { row: 'clientGone', reason: 'client_gone', usage: undefined }
}

function chargedThough({ run }: Evidence, whole: WholeAnswer): Outcome[] {
  const usage = whole.usageThrough(whole.frames.length)
  if (!usage) return []
  return [{ row: run.cause === 'kill' ? 'killedAfterCharge' : 'clientGoneAfterUsage', reason: null, usage }]
}

const deliveryRecordedMs = 1_000

/**
 * A charge may be refunded although the client has the complete answer, if the process died before it recorded the
 * delivery.
 */
function returnedThough({ run, seen, killedAtMs }: Evidence, { usage }: Outcome): Outcome[] {
  const isLate = killedAtMs !== undefined && killedAtMs - seen.endedAtMs <= deliveryRecordedMs
  if (run.cause !== 'kill' || !isLate || !usage) return []
  return [{ row: 'killedAfterDelivery', reason: null, usage }]
}

function netOf({ chargedMicros, givenBackMicros }: CallRow): bigint {
  return chargedMicros - givenBackMicros
}

export function hasWholeAnswer({ answer }: Seen): boolean {
  return answer.status === 200 && readErrorFrame(answer.frames.at(-1)) === undefined
}

/** Whether the client received a byte that may be sent only after the charge is durable. */
function hasSeenEnd({ answer }: Seen, { frames, endsAt }: WholeAnswer): boolean {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer.status === 200
  const seen = answer.frames.filter((frame) => readErrorFrame(frame) === undefined)
  const isMore = answer.unfinished.length > 0 && !mayBeError(answer.unfinished)
  return seen.length > endsAt || (seen.length === endsAt && isMore && frames.length > endsAt)
}

/** Whether the incomplete frame could still become an error frame. */
function mayBeError(unfinished: Buffer): boolean {
  const text = unfinished.toString('latin1', 0, errorStart.length)
  return errorStart.startsWith(text)
}

const errorStart = 'data: {"error"'

/** Whether the client left only after the gateway must have received everything the provider sent. */
function isPatient({ run: { cut, plan }, seen }: Evidence): boolean {
  const isHanging = plan.fault?.kind === 'hang_mid_stream' && typeof plan.fault.after === 'string'
  return isHanging && cut?.at === 'frame' && cut.afterMs === patienceMs && seen.endedBy === 'client'
}

function isRecordedAs(outcome: Outcome, evidence: Evidence): boolean {
  const { rows, isBeforeReaper } = evidence
  const row = rowOf(outcome.row)
  const [record] = rows
  if (row.status === undefined) return record === undefined
  if (!record) return outcome.row === 'gatewayKilled' && isBeforeReaper
  // The call was charged before its caller got an error, and then refunded.
  const isReturned = record.givenBackMicros > 0n && record.givenBackMicros === record.chargedMicros
  if (outcome.row === 'chargeUnavailable' && isReturned) return true
  const isNotReturnedYet = row.isReturned && isBeforeReaper && record.givenBackMicros === 0n
  return (
    record.status === row.status &&
    record.reason === outcome.reason &&
    row.reasons.includes(record.reason) &&
    (isNotReturnedYet || netOf(record) === chargeOf(evidence, outcome)) &&
    (!row.isCharged || !outcome.usage || isSameUsage(record, outcome.usage))
  )
}

function isSameUsage(record: CallRow, { promptTokens, cachedTokens, completionTokens }: Usage): boolean {
  return (
    record.promptTokens === promptTokens &&
    record.cachedTokens === cachedTokens &&
    record.completionTokens === completionTokens
  )
}

function measureHangUp({ run, seen, attempts }: Evidence): number {
  if (run.cause !== 'client' || seen.endedBy !== 'client') return 0
  return Math.max(
    0,
    ...attempts.map(({ outcome, disconnectedAtMs }) => {
      if (disconnectedAtMs !== null) return disconnectedAtMs - seen.endedAtMs
      return outcome === 'completed' ? 0 : Number.POSITIVE_INFINITY
    }),
  )
}

// The gateway should disconnect within a second on an idle machine. This limit only separates that from a gateway that
// keeps the provider busy until a time limit of the route.
const hangUpMsMax = 5_000

function chargeOf({ price }: Evidence, { row, usage }: Outcome): bigint {
  return rowOf(row).isCharged && usage ? costOf(usage, price) : 0n
}

/** Computed independently, so that the product's arithmetic does not check itself. */
function costOf({ promptTokens, cachedTokens, completionTokens }: Usage, price: Price): bigint {
  const micros =
    BigInt(promptTokens - cachedTokens) * price.inputMicros +
    BigInt(cachedTokens) * price.cachedMicros +
    BigInt(completionTokens) * price.outputMicros
  return micros / 1_000_000n + (micros % 1_000_000n > 0n ? 1n : 0n)
}

function describeCharge(evidence: Evidence, outcome: Outcome): string {
  return `${outcome.reason ?? 'no reason'}, charged ${chargeOf(evidence, outcome)}`
}

function describeRecord(record: CallRow | undefined): string {
  if (!record) return 'nothing'
  const { status, reason, chargedMicros, givenBackMicros } = record
  return `${status} (${reason ?? 'no reason'}, charged ${chargedMicros}, refunded ${givenBackMicros})`
}

function checkClient(evidence: Evidence, { expected, row }: Outcome): string[] {
  const { run, seen, whole, rows } = evidence
  const { answer } = seen
  const id = answer.headers.get('x-request-id')
  const complaints: string[] = []
  if (id !== undefined && rows[0] && rows[0].id !== id)
    complaints.push('the client has the id of another call')
  if (rows[0] && !isOwn(rows[0], evidence.payer)) complaints.push('recorded for another company or key')
  if (run.refusal && answer.status !== run.refusal.status) {
    complaints.push(`got ${answer.status} instead of ${run.refusal.status}`)
  }
  const { isCharged, isReturned = false } = rowOf(row)
  if (answer.frames.some(isDone) && !isCharged && !isReturned) complaints.push('[DONE] without a charge')
  if (whole && run.isStream) complaints.push(...checkFrames(evidence, whole))
  if (expected && seen.endedBy !== 'client') complaints.push(...checkExpected(evidence, expected))
  if (row === 'chargeUnavailable') complaints.push(...checkError(evidence))
  return complaints
}

function isOwn({ companyId, keyId }: CallRow, { companyId: payerId, key }: Payer): boolean {
  return companyId === payerId && keyId === key.key.id
}

/** What the client received is a prefix of what the provider sent, byte by byte: nothing is invented or left out. */
function checkFrames({ seen: { answer }, attempts }: Evidence, whole: WholeAnswer): string[] {
  const frames = answer.frames.filter((frame) => !isDone(frame) && readErrorFrame(frame) === undefined)
  const complaints: string[] = []
  const strange = frames.findIndex((frame, index) => !whole.frames[index]?.equals(frame))
  if (strange >= 0) complaints.push(`frame ${strange} is not the provider's`)
  const sent = Math.max(0, ...attempts.map(({ framesWritten }) => framesWritten))
  if (frames.length > sent) complaints.push(`${frames.length} frames, of which the provider sent ${sent}`)
  const dones = answer.frames.filter(isDone).length
  if (dones > 1 || (dones === 1 && !isDone(answer.frames.at(-1)))) complaints.push('[DONE] is not the end')
  if (dones === 1 && frames.length <= whole.endsAt)
    complaints.push('[DONE] although the answer is incomplete')
  return complaints
}

function checkExpected({ run, seen, whole, rows }: Evidence, { client, usage }: Expected): string[] {
  const { answer } = seen
  if (client.kind === 'refusal') return checkRefusal(seen, client.status)
  if (answer.status !== 200) return [`got ${answer.status} instead of 200`]
  if (client.kind === 'json') {
    const charged = rows[0]?.status === 'SUCCEEDED' ? rows[0].chargedMicros : 0n
    const told = answer.headers.get('x-svc-credits-charged')
    const { statesUsage } = doorOf(run)
    const isSame = statesUsage ? statesUsage(answer.body, usage) : (whole?.body.equals(answer.body) ?? false)
    return [
      ...(isSame ? [] : ['the body is not the provider’s, or states another usage']),
      ...(told === toCredits(charged) ? [] : [`the answer stated a charge of ${told}, recorded ${charged}`]),
    ]
  }
  const complaints: string[] = []
  const frames = answer.frames.length - 1
  if (frames !== client.frames) complaints.push(`${frames} frames instead of ${client.frames}`)
  const last = answer.frames.at(-1)
  if (client.end === 'done' && !isDone(last)) complaints.push('no [DONE]')
  if (client.end === 'error' && readErrorFrame(last) === undefined) complaints.push('no error frame')
  if (!answer.isWhole) complaints.push('the body did not end')
  return complaints
}

function checkError({ seen, run }: Evidence): string[] {
  if (!run.isStream) return checkRefusal(seen, 503)
  return readErrorFrame(seen.answer.frames.at(-1)) === undefined ? ['no error frame'] : []
}

function checkRefusal({ answer }: Seen, status: number): string[] {
  if (answer.status !== status) return [`got ${answer.status} instead of ${status}`]
  const isEnvelope = answer.body.toString('utf8').startsWith('{"error":{"message":')
  const complaints = isEnvelope ? [] : ['no error envelope']
  if (status === 503 && !answer.headers.has('retry-after')) complaints.push('503 without retry-after')
  return complaints
}

function toCredits(micros: bigint): string {
  return `${micros / 1_000_000n}.${String(micros % 1_000_000n).padStart(6, '0')}`
}
