// Answers an admitted parse: queries the model, composes the answer, charges, stores and sends it. A parse that fails is
// never charged, even if the model used tokens.
import type { TokenUsage } from '@gatehouse/calls/call'
import { extractDocument } from '@gatehouse/parsing/extract-document'
import type { ParseKind } from '@gatehouse/parsing/subject'
import type { Call } from '../call/call.ts'
import { chargeThenSend, jsonType } from '../call/charge-then-send.ts'
import type { Client, Progress } from '../call/client.ts'
import { liveCall } from '../call/live-call.ts'
import { extractionFailed } from '../gateway-faults.ts'
import { toFailure } from '../model/answer-model.ts'
import { type ModelRequests, ProviderFailed, createModelRequests } from './model-requests.ts'
import type { ParseDeps } from './open-parsing.ts'
import { composeParseAnswer } from './parse-answer.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type ParsedJson, createThreadSteps, createThreadTaxonomy } from './thread-steps.ts'

/** The document to parse, and where progress is reported. */
export type ParseWork = {
  parseKind: ParseKind
  document: PreparedDocument
  onProgress: (progress: Progress) => void
}

export async function answerParse(deps: ParseDeps, call: Call, work: ParseWork): Promise<void> {
  await liveCall(deps, call, (client) => {
    const requests = createModelRequests(deps, call, client)
    return {
      abort: requests.abort,
      async answer() {
        try {
          const parsed = await parse(deps, call, { ...work, requests })
          call.timings.mark('upstream')
          await sendParsed(deps, call, { client, requests, parsed, ...work })
        } finally {
          // With several concurrent requests to the model, one may have failed while others are still in flight.
          requests.abort(new Error('the parse has ended'))
        }
      },
    }
  })
}

type Parsing = ParseWork & { requests: ModelRequests }

async function parse(deps: ParseDeps, call: Call, parsing: Parsing): Promise<ParsedJson> {
  const { parseKind, document, requests, onProgress } = parsing
  if (document.kind === 'found') return { json: document.json, isComplete: true }
  const { entry } = call
  const { capabilities, findConcepts, createMark } = deps.parsing
  const owner = document.resultKey.companyId
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
    taxonomy: createThreadTaxonomy(deps.threads, owner, findConcepts),
    steps: createThreadSteps(deps.threads, owner),
    onProgress: reportProgress,
  }
  const outcome = await extractDocument(extractDeps, parseKind, toExtract).catch((thrown: unknown) => {
    throw thrown instanceof ProviderFailed ? failed(call, thrown, requests.isUnanswered()) : thrown
  })
  if (outcome.kind === 'extracted') return outcome.parsed
  const usage = requests.usage()
  call.fail({ kind: 'failed', reason: 'extraction_failed', ...(usage !== 'none' && { usage }) })
  throw extractionFailed()
}

function failed(call: Call, { reason, retryAfterMs, cause }: ProviderFailed, isUnanswered: boolean): Error {
  // With several concurrent requests to the model, more than one may fail; only the first failure is recorded.
  if (!call.end) call.fail({ kind: 'failed', reason, isUnanswered })
  return toFailure({ reason, retryAfterMs, cause })
}

type Sending = Omit<ParseWork, 'onProgress'> & {
  client: Client
  requests: ModelRequests
  parsed: ParsedJson
}

const noUsage: TokenUsage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 }

async function sendParsed(
  { clock, parsing }: ParseDeps,
  call: Call,
  { client, requests, parsed, parseKind, document }: Sending,
): Promise<void> {
  const usage = requests.usage()
  await chargeThenSend(call, client, {
    bytes: composeParseAnswer(parsed.json, {
      id: call.id,
      parseKind,
      model: call.entry.alias,
      createdMs: clock.wallMs(),
      usage: usage === 'none' ? noUsage : usage,
    }),
    contentType: jsonType,
    usage,
    isPlausible: requests.isPossible(),
    async onDecided(charge) {
      // Stores only results that were paid for and that another attempt is unlikely to improve.
      const isKept = charge?.kind === 'charged' && document.kind === 'read' && parsed.isComplete
      if (isKept) await parsing.results.store(document.resultKey, parsed.json)
    },
  })
}
