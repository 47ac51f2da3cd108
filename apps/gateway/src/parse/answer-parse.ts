// Runs an admitted parse to its end: queries the model, composes the answer, charges, stores and sends it. A parse that
// fails is never charged, even if the model used tokens.
import type { TokenUsage } from '@gatehouse/calls/call'
import type { RequestContext } from '@gatehouse/http/request-context'
import { extractCv, extractJd } from '@gatehouse/parsing/extract-document'
import type { ParseKind } from '@gatehouse/parsing/subject'
import { extractionFailed } from '../gateway-faults.ts'
import { toFailure } from '../inference/answer/answer-call.ts'
import { AnswerCopy } from '../inference/answer/answer-copy.ts'
import { callHeaders, chargeHeaders } from '../inference/answer/answer-headers.ts'
import { CallWatch } from '../inference/answer/open-calls.ts'
import type { Client } from '../inference/answer/client.ts'
import { describeCall, measureCall } from '../inference/answer/report-call.ts'
import type { AdmittedCall, Charge, OpenCall } from '../inference/open-call.ts'
import type { ReceivedParse } from './read-parse-request.ts'
import { type ModelRequests, ProviderFailed, createModelRequests } from './model-requests.ts'
import { type Parsed, composeParseAnswer } from './parse-answer.ts'
import type { ParseDeps } from './open-parsing.ts'
import type { PreparedDocument } from './prepare-document.ts'

type ParseCall = OpenCall<AdmittedCall>

export type ParseAnswering = {
  parseKind: ParseKind
  document: PreparedDocument
  context: RequestContext
  client: Client
  totalMs: number
  onProgress: ReceivedParse['onProgress']
}

export async function answerParse(
  deps: ParseDeps,
  call: ParseCall,
  answering: ParseAnswering,
): Promise<void> {
  const { client, context, totalMs } = answering
  const { entry, key, timings } = call.admitted
  const requests = createModelRequests(deps, {
    entry,
    startSpan: context.startClientSpan,
    isClientGone: () => client.isGone,
    onFirstByte: () => timings.recordFirstByte(),
    reserve: call.admitted.bytes.take,
  })
  const abortRequests = () => requests.abort(new Error('the client disconnected'))
  client.listen({ onGone: abortRequests, onDrain: () => undefined })
  if (client.isGone) abortRequests()
  const watch = new CallWatch({
    key,
    client,
    deadlineAtMs: deps.clock.monotonicMs() + totalMs,
    sendHeadEarly: undefined,
    abort: requests.abort,
  })
  deps.openCalls.add(watch)
  context.addLogFieldsAtEnd(() => describeCall(call, context))
  try {
    const parsed = await parse(deps, call, { ...answering, requests })
    timings.mark('upstream')
    const [usage, isPossible] = [requests.usage(), requests.isPossible()]
    await settleAndSend(deps, call, { ...answering, parsed, usage, isPossible })
  } catch (thrown) {
    if (!call.end) call.fail({ kind: 'failed', reason: 'provider_error' })
    // If the client has disconnected, no error can be sent.
    if (!client.isGone) throw thrown
  } finally {
    // With several concurrent requests to the model, one may have failed while others are still in flight.
    requests.abort(new Error('the parse has ended'))
    deps.openCalls.remove(watch)
    measureCall(deps.metrics, context, call)
  }
}

type Parsing = ParseAnswering & { requests: ModelRequests }

async function parse(deps: ParseDeps, call: ParseCall, parsing: Parsing): Promise<Parsed> {
  const { parseKind, document, requests, onProgress } = parsing
  if (document.kind === 'found') {
    const { parsed } = document
    parsed.extraction.cached = true
    return parsed
  }
  const { entry } = call.admitted
  const { capabilities, vocabulary, taxonomy, detectLanguage, createMark } = deps.parsing
  const toExtract = {
    text: document.text,
    sha256: document.sha256,
    alias: entry.alias,
    outputTokensMax: entry.maxOutputTokens,
    asOf: new Date(deps.clock.wallMs()).toISOString().slice(0, 10),
    mark: createMark(),
  }
  const reportProgress = (progress: { done: number; total: number }) =>
    onProgress({ ...progress, message: `${progress.done} of ${progress.total} parts read` })
  const extractDeps = {
    askModel: requests.ask,
    capabilities,
    vocabulary: vocabulary(),
    taxonomy,
    detectLanguage,
    onProgress: reportProgress,
  }
  const outcome = await (parseKind === 'cv' ? extractCv : extractJd)(extractDeps, toExtract).catch(
    (thrown: unknown) => {
      throw thrown instanceof ProviderFailed ? failed(call, thrown, requests.isUnanswered()) : thrown
    },
  )
  if (outcome.kind === 'extracted') return outcome.parsed
  const usage = requests.usage()
  call.fail({ kind: 'failed', reason: 'extraction_failed', ...(usage !== 'none' && { usage }) })
  throw extractionFailed()
}

function failed(
  call: ParseCall,
  { reason, retryAfterMs, cause }: ProviderFailed,
  isUnanswered: boolean,
): Error {
  // With several concurrent requests to the model, more than one may fail; only the first failure is recorded.
  if (!call.end) call.fail({ kind: 'failed', reason, isUnanswered })
  return toFailure({ reason, retryAfterMs, cause })
}

const contentType = 'application/json; charset=utf-8'

type Finished = ParseAnswering & { parsed: Parsed; usage: TokenUsage | 'none'; isPossible: boolean }

const noUsage: TokenUsage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 }

async function settleAndSend(
  { clock, parsing }: ParseDeps,
  call: ParseCall,
  { parsed, usage, isPossible, document, client }: Finished,
): Promise<void> {
  const { id, entry } = call.admitted
  const body = composeParseAnswer(parsed, {
    id,
    model: entry.alias,
    createdMs: clock.wallMs(),
    usage: usage === 'none' ? noUsage : usage,
  })
  let charge: Charge | undefined
  if (usage === 'none') call.fail({ kind: 'failed', reason: 'no_usage' })
  else if (!isPossible) charge = call.park('usage_impossible', usage)
  else {
    const copy = new AnswerCopy(call.admitted.keeping)
    copy.add(body)
    charge = await call.charge(usage, copy.toRecord(contentType))
  }
  if (charge?.kind === 'unavailable') throw charge.cause
  // Stores only results that were paid for and that another attempt is unlikely to improve.
  const isKept = charge?.kind === 'charged' && document.kind === 'read' && parsed.extraction.complete
  if (isKept) await parsing.results.store(document.resultKey, parsed)
  client.sendHead(200, {
    'content-type': contentType,
    'content-length': body.length,
    ...callHeaders(call),
    ...chargeHeaders(call.names, charge),
  })
  await client.end(body)
  client.onDelivered(() => call.delivered())
}
