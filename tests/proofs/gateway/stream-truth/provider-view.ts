// The provider's side of the runs: the requests it received, its progress with each, and the bytes of the complete
// answer.
import type { ProviderSim, RecordedRequest } from '@gatehouse/testkit/start-provider-sim'
import { frameEnd } from '../answer-reader.ts'
import { doorOf, nameIn, simPlanOf } from './doors.ts'
import { type Run, type Usage, aliasOf } from './run.ts'

export type ProviderView = {
  /** Must be called often: the simulator keeps only the last thousand requests. */
  note(): void
  /** The gateway's attempts, in order. */
  attemptsOf(run: Run): readonly RecordedRequest[]
  /** The answer without any fault, as the client must receive it. */
  wholeAnswerOf(run: Run, attempt: RecordedRequest): Promise<WholeAnswer>
}

export type WholeAnswer = {
  /** Body of a call that is not streamed. */
  body: Buffer
  /** Frames without `[DONE]`. */
  frames: readonly Buffer[]
  /** Index of the frame at which all choices have ended. */
  endsAt: number
  /** Usage reported up to and including that frame; undefined if it is not a valid count. */
  usageThrough(frame: number): Usage | undefined
}

const planHeader = 'x-sim-plan'

export function createProviderView(sim: ProviderSim): ProviderView {
  const known = new WeakSet<RecordedRequest>()
  const byName = new Map<string, RecordedRequest[]>()

  function note(): void {
    for (const request of sim.requests) {
      // The run is unknown until the body has arrived. Requests with a plan header were made by `wholeAnswerOf` and
      // belong to no run.
      if (request.body.length === 0 || known.has(request)) continue
      known.add(request)
      if (request.headers[planHeader] !== undefined) continue
      const name = nameIn(request.body)
      byName.set(name, [...(byName.get(name) ?? []), request])
    }
  }

  return {
    note,
    attemptsOf: ({ name }) => byName.get(name) ?? [],
    async wholeAnswerOf(run, { body }) {
      const { fault: _fault, ...plan } = simPlanOf(run, run.plan)
      const { frameDelayMs: _frame, headersDelayMs: _headers, ...shape } = plan.shape ?? {}
      const response = await fetch(`${sim.baseUrl}${doorOf(run).providerPath}`, {
        method: 'POST',
        headers: { [planHeader]: JSON.stringify({ ...plan, shape }), 'content-type': 'application/json' },
        body: new Uint8Array(body),
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      note()
      return readWholeAnswer(run, asForwarded(bytes, aliasOf(run)))
    },
  }
}

/** Replaces the provider's model by the alias and removes the field that would identify the provider. */
function asForwarded(bytes: Buffer, alias: string): Buffer {
  const forwarded = bytes
    .toString('utf8')
    .replaceAll(/"model":( ?)"(?:sim-chat|sim-second)"/g, `"model":$1"${alias}"`)
    // Indented JSON has the field on a `data:` line of its own.
    .replaceAll(/,(?:\r?\ndata: {2})?"system_fingerprint": ?"fp_sim"/g, '')
  return Buffer.from(forwarded)
}

type Chunk = { usage?: unknown; choices?: readonly { finish_reason?: unknown }[] }

function readWholeAnswer(run: Run, bytes: Buffer): WholeAnswer {
  if (!run.isStream) {
    const usage = readUsage((JSON.parse(bytes.toString('utf8')) as Chunk).usage)
    return { body: bytes, frames: [], endsAt: 0, usageThrough: () => usage }
  }
  const frames = splitFrames(bytes)
  const chunks = frames.map(readChunk)
  let finished = 0
  const endsAt = chunks.findIndex(({ choices = [] }) => {
    finished += choices.filter(({ finish_reason: reason }) => reason !== null).length
    return finished === run.choices
  })
  return {
    body: bytes,
    frames,
    endsAt,
    usageThrough: (frame) => readUsage(chunks.slice(0, frame + 1).findLast(({ usage }) => usage)?.usage),
  }
}

function splitFrames(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = []
  let rest = bytes
  for (let end = frameEnd(rest); end > 0; end = frameEnd(rest)) {
    const frame = rest.subarray(0, end)
    rest = rest.subarray(end)
    const text = frame.toString('latin1')
    if (!text.startsWith(':') && !text.startsWith('data: [DONE]')) frames.push(frame)
  }
  return frames
}

function readChunk(frame: Buffer): Chunk {
  const lines = frame.toString('utf8').split(/\r?\n/)
  return JSON.parse(lines.map((line) => line.replace(/^data: /, '')).join('\n')) as Chunk
}

/** Reads a usage block. It is valid only if all its counts are non-negative integers; otherwise there is no usage. */
function readUsage(usage: unknown): Usage | undefined {
  if (typeof usage !== 'object' || usage === null) return undefined
  // Embeddings have no completion.
  const counts = usage as Record<string, unknown>
  const { prompt_tokens: prompt, completion_tokens: completion = 0, ...rest } = counts
  const details = rest['prompt_tokens_details'] as { cached_tokens?: unknown } | undefined
  const cached = details?.cached_tokens ?? 0
  if (!isCount(prompt) || !isCount(completion) || !isCount(cached)) return undefined
  if (!isCount(rest['total_tokens'])) return undefined
  return { promptTokens: prompt, completionTokens: completion, cachedTokens: cached }
}

// Fits into an integer column.
function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31
}
