// Asks a model about numbered lines, in as many chunks as needed and in the request form that the route supports. An
// answer in the wrong form is corrected once; a chunk whose answer was cut off is asked again in halves.
import type { TextLine } from '@gatehouse/reading/text-lines'
import { type Message, writeQuestion, writeRepair } from '../question/write-question.ts'
import type { Subject } from '../question/subject.ts'
import type { AskModel, ModelRoute } from './ask-model.ts'
import { composeChatBody } from './compose-chat-body.ts'
import { type ChatAnswer, type ReadAnswer, readAnswer, readChatAnswer } from './read-answer.ts'
import {
  type ExtractMode,
  type Capabilities,
  type RouteCapabilities,
  extractModes,
} from './route-capabilities.ts'
import { type Boundaries, halve, splitChunks } from './split-chunks.ts'

export type AskDeps = {
  askModel: AskModel
  capabilities: RouteCapabilities
  /** Called after each chunk. */
  onProgress?: ((progress: AskProgress) => void) | undefined
}

type AskProgress = { done: number; total: number }

export type AskedDocument<Answer> = {
  subject: Subject<Answer>
  lines: readonly TextLine[]
  structure: Boundaries
  /** A delimiter that the author of the document cannot guess. */
  mark: string
  /** Maximum output tokens of the alias. */
  outputTokensMax: number
}

export type DocumentAnswers<Answer> = {
  answers: readonly Answer[]
  /** The least capable form that was used. */
  mode: ExtractMode
  /** Number of requests to the model. */
  attempts: number
  chunks: number
  isComplete: boolean
}

export async function askAboutDocument<Answer>(
  deps: AskDeps,
  document: AskedDocument<Answer>,
): Promise<DocumentAnswers<Answer>> {
  const inquiry = new Inquiry(deps, document)
  const [first, ...others] = splitChunks(document.lines, document.structure)
  if (!first) return inquiry.result()
  let done = 0
  const ask = async (lines: readonly TextLine[]) => {
    await inquiry.ask(lines)
    done += 1
    deps.onProgress?.({ done, total: others.length + 1 })
  }
  // The first chunk is sent alone, so that the others benefit from what it learns about the route.
  await ask(first)
  const waiting = others.values()
  let hasFailed = false
  const askWaiting = async () => {
    for (const lines of waiting) {
      if (hasFailed) return
      await ask(lines).catch((thrown: unknown) => {
        hasFailed = true
        throw thrown
      })
    }
  }
  await Promise.all(Array.from({ length: questionsAtOnceMax }, askWaiting))
  return inquiry.result()
}

/** More concurrent requests would take a provider's capacity from other callers. */
const questionsAtOnceMax = 6

/** Far more than any document needs; bounds the requests to a model whose answers are always cut off. */
const attemptsMax = 60
const outputTokensMin = 2_048
/** Approximate output tokens per line of the document. */
const outputTokensPerLine = 15
const tooLong =
  /context.{0,20}(?:length|window)|maximum context|too (?:long|many (?:input )?tokens)|reduce the length/i

class Inquiry<Answer> {
  readonly #deps: AskDeps
  readonly #document: AskedDocument<Answer>
  /** Keyed by the first line of the chunk, because answers arrive in any order. */
  readonly #answers = new Map<number, Answer>()
  #lowestMode: ExtractMode = 'json_schema'
  #attempts = 0
  #chunks = 0
  #isComplete = true

  constructor(deps: AskDeps, document: AskedDocument<Answer>) {
    this.#deps = deps
    this.#document = document
  }

  async ask(lines: readonly TextLine[]): Promise<void> {
    const reply = await this.#send(writeQuestion(this.#document.subject, lines, this.#document.mark), lines)
    if (reply.kind === 'cut_off') return this.#askInHalves(lines)
    this.#chunks += 1
    if (reply.kind === 'nothing') return this.#markIncomplete()
    const read = await this.#correct(reply.text, lines)
    if (read.kind === 'unreadable') return this.#markIncomplete()
    if (read.kind === 'partial') this.#markIncomplete()
    this.#answers.set(lines[0]?.number ?? 0, read.answer)
  }

  result(): DocumentAnswers<Answer> {
    const inOrder = [...this.#answers].sort(([one], [other]) => one - other)
    return {
      answers: inOrder.map(([, answer]) => answer),
      mode: this.#lowestMode,
      attempts: this.#attempts,
      chunks: this.#chunks,
      isComplete: this.#isComplete,
    }
  }

  #markIncomplete(): void {
    this.#isComplete = false
  }

  async #askInHalves(lines: readonly TextLine[]): Promise<void> {
    const halves = this.#attempts < attemptsMax ? halve(lines, this.#document.structure) : undefined
    if (!halves) return this.#markIncomplete()
    for (const half of halves) await this.ask(half)
  }

  /** Asks once more if the form is wrong. Returns the second answer, or the first one if the second is unusable. */
  async #correct(text: string, lines: readonly TextLine[]): Promise<ReadAnswer<Answer>> {
    const { subject, mark } = this.#document
    const read = readAnswer(subject, text)
    if (read.kind === 'whole') return read
    const again =
      read.kind === 'partial' ? writeRepair(text, read.problems) : writeQuestion(subject, lines, mark)
    const reply = await this.#send(again, lines)
    const second = reply.kind === 'text' ? readAnswer(subject, reply.text) : undefined
    return second === undefined || second.kind === 'unreadable' ? read : second
  }

  /** Sends a request, falling back to less capable forms until the route accepts one. */
  async #send(messages: readonly Message[], lines: readonly TextLine[]): Promise<ChatAnswer> {
    const { askModel, capabilities } = this.#deps
    const wanted = Math.max(outputTokensMin, lines.length * outputTokensPerLine)
    const outputTokensMax = Math.min(this.#document.outputTokensMax, wanted)
    const question = { subject: this.#document.subject, messages, outputTokensMax }
    for (;;) {
      this.#attempts += 1
      const sent = new Map<string, Capabilities>()
      const reply = await askModel({
        compose(route: ModelRoute) {
          const supported = capabilities.of(route)
          sent.set(route.id, supported)
          return composeChatBody(question, supported)
        },
      })
      const assumed = sent.get(reply.route.id) ?? capabilities.of(reply.route)
      if (reply.kind === 'answered') {
        this.#recordMode(assumed.mode)
        return readChatAnswer(reply.body)
      }
      if (tooLong.test(reply.message)) return { kind: 'cut_off' }
      if (this.#attempts >= attemptsMax || !capabilities.learn(reply.route, assumed, reply.message)) {
        return { kind: 'nothing' }
      }
    }
  }

  #recordMode(mode: ExtractMode): void {
    if (extractModes.indexOf(mode) > extractModes.indexOf(this.#lowestMode)) this.#lowestMode = mode
  }
}
