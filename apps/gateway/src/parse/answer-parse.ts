// From an admitted parse to its end: asks the model, builds the answer, charges, stores, sends. A parse that fails is
// never charged, whatever the model used.
import type { TokenUsage } from '@gatehouse/calls/call'
import type { RequestContext } from '@gatehouse/http/request-context'
import { extractCv, extractJd } from '@gatehouse/parsing/extract-document'
import type { ParseKind } from '@gatehouse/parsing/parse-kind'
import { formatTraceparent } from '@gatehouse/telemetry/trace-context'
import { extractionFailed } from '../gateway-faults.ts'
import { toFailure } from '../inference/answer/answer-call.ts'
import { AnswerCopy } from '../inference/answer/answer-copy.ts'
import { callHeaders, chargeHeaders } from '../inference/answer/answer-headers.ts'
import { CallWatch } from '../inference/answer/call-watch.ts'
import type { Client } from '../inference/answer/client.ts'
import { describeCall } from '../inference/answer/describe-call.ts'
import { measureCall } from '../inference/answer/measure-call.ts'
import type { AdmittedCall, Charge, OpenCall } from '../inference/open-call.ts'
import type { AskedParse } from './asked-parse.ts'
import { ProviderFailed, type ProviderQuestions, createProviderQuestions } from './ask-provider.ts'
import { type Parsed, composeParseAnswer } from './parse-answer.ts'
import type { ParseDeps } from './parse-deps.ts'
import type { PreparedDocument } from './prepare-document.ts'

type ParseCall = OpenCall<AdmittedCall>

export type ParseAnswering = {
  parseKind: ParseKind
  document: PreparedDocument
  context: RequestContext
  client: Client
  totalMs: number
  onProgress: AskedParse['onProgress']
}

export async function answerParse(
  deps: ParseDeps,
  call: ParseCall,
  answering: ParseAnswering,
): Promise<void> {
  const { client, context, totalMs } = answering
  const { entry, key, timings } = call.admitted
  const questions = createProviderQuestions(deps, {
    entry,
    traceparent: formatTraceparent(context.trace),
    isClientGone: () => client.isGone,
    onFirstByte: () => timings.noteFirstByte(),
    reserve: call.admitted.bytes.take,
  })
  const hungUp = () => questions.abort(new Error('the client hung up'))
  client.listen({ onGone: hungUp, onDrain: () => undefined })
  if (client.isGone) hungUp()
  const watch = new CallWatch({
    key,
    client,
    deadlineAtMs: deps.clock.monotonicMs() + totalMs,
    sendHeadEarly: undefined,
    abort: questions.abort,
  })
  deps.openCalls.add(watch)
  context.noteAtEnd(() => describeCall(call, context))
  try {
    const parsed = await parse(deps, call, { ...answering, questions })
    timings.mark('upstream')
    const [usage, isPossible] = [questions.usage(), questions.isPossible()]
    await settleAndSend(deps, call, { ...answering, parsed, usage, isPossible })
  } catch (thrown) {
    if (!call.end) call.fail({ kind: 'failed', reason: 'provider_error' })
    // Nobody is left to be told.
    if (!client.isGone) throw thrown
  } finally {
    // Of several questions at once, one may have failed while others go on.
    questions.abort(new Error('the parse is over'))
    deps.openCalls.remove(watch)
    measureCall(deps.metrics, context, call)
  }
}

type Parsing = ParseAnswering & { questions: ProviderQuestions }

async function parse(deps: ParseDeps, call: ParseCall, parsing: Parsing): Promise<Parsed> {
  const { parseKind, document, questions, onProgress } = parsing
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
  const tell = (progress: { done: number; total: number }) =>
    onProgress({ ...progress, message: `${progress.done} of ${progress.total} parts are read` })
  const extractDeps = {
    askModel: questions.ask,
    capabilities,
    vocabulary: vocabulary(),
    taxonomy,
    detectLanguage,
    onProgress: tell,
  }
  const outcome = await (parseKind === 'cv' ? extractCv : extractJd)(extractDeps, toExtract).catch(
    (thrown: unknown) => {
      throw thrown instanceof ProviderFailed ? failed(call, thrown, questions.isUnanswered()) : thrown
    },
  )
  if (outcome.kind === 'extracted') return outcome.parsed
  const usage = questions.usage()
  call.fail({ kind: 'failed', reason: 'extraction_failed', ...(usage !== 'none' && { usage }) })
  throw extractionFailed()
}

function failed(
  call: ParseCall,
  { reason, retryAfterMs, cause }: ProviderFailed,
  isUnanswered: boolean,
): Error {
  // Of several questions at once, more than one may fail.
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
  // Only what was paid for, and what another attempt would hardly do better.
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
