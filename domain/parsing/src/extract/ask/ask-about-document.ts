// From numbered lines to a model's answers about them: in as many pieces as it takes, each in the form that the route
// knows, corrected once if its form is wrong, and halved if the answer was cut off.
import type { DocumentStructure } from '../../rules/find-structure.ts'
import type { TextLine } from '../../text/document-text.ts'
import { type Message, writeQuestion, writeRepair } from '../question/write-question.ts'
import type { Subject } from '../question/subject.ts'
import type { AskModel, ModelRoute } from './ask-model.ts'
import { composeChatBody } from './compose-chat-body.ts'
import { type ReadAnswer, readAnswer } from './read-answer.ts'
import { type ChatAnswer, readChatAnswer } from './read-chat-answer.ts'
import { type ExtractMode, type Habits, type RouteHabits, extractModes } from './route-habits.ts'
import { halve, splitChunks } from './split-chunks.ts'

export type AskDeps = {
  askModel: AskModel
  habits: RouteHabits
  /** Told after each piece of a document that takes several. */
  onProgress?: ((progress: AskProgress) => void) | undefined
}

type AskProgress = { done: number; total: number }

export type AskedDocument<Answer> = {
  subject: Subject<Answer>
  lines: readonly TextLine[]
  structure: Pick<DocumentStructure, 'headings' | 'dateRanges'>
  /** Not to be guessed by whoever wrote the document. */
  mark: string
  /** The most that the alias writes. */
  outputTokensMax: number
}

export type DocumentAnswers<Answer> = {
  answers: readonly Answer[]
  /** The lowest form that was used. */
  mode: ExtractMode
  /** Questions to the model, all of them. */
  attempts: number
  chunks: number
  isComplete: boolean
}

export async function askAboutDocument<Answer>(
  deps: AskDeps,
  document: AskedDocument<Answer>,
): Promise<DocumentAnswers<Answer>> {
  const asking = new Asking(deps, document)
  const [first, ...others] = splitChunks(document.lines, document.structure)
  if (!first) return asking.result()
  let done = 0
  const ask = async (lines: readonly TextLine[]) => {
    await asking.ask(lines)
    done += 1
    deps.onProgress?.({ done, total: others.length + 1 })
  }
  // The first goes alone: what it learns of the route, the others need not.
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
  return asking.result()
}

/** More would take a provider's places from the calls of others. */
const questionsAtOnceMax = 6

/** Far more than any document needs; a model that is always cut off must not be asked for ever. */
const attemptsMax = 60
const outputTokensMin = 2_048
/** A line of a document becomes about so many tokens of an answer. */
const outputTokensPerLine = 15
const tooLong =
  /context.{0,20}(?:length|window)|maximum context|too (?:long|many (?:input )?tokens)|reduce the length/i

class Asking<Answer> {
  readonly #deps: AskDeps
  readonly #document: AskedDocument<Answer>
  /** By the line that they begin with, whichever comes first. */
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
    const reply = await this.#put(writeQuestion(this.#document.subject, lines, this.#document.mark), lines)
    if (reply.kind === 'cut_off') return this.#askInHalves(lines)
    this.#chunks += 1
    if (reply.kind === 'nothing') return this.#giveUp()
    const read = await this.#correct(reply.text, lines)
    if (read.kind === 'unreadable') return this.#giveUp()
    if (read.kind === 'partial') this.#giveUp()
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

  #giveUp(): void {
    this.#isComplete = false
  }

  async #askInHalves(lines: readonly TextLine[]): Promise<void> {
    const halves = this.#attempts < attemptsMax ? halve(lines, this.#document.structure) : undefined
    if (!halves) return this.#giveUp()
    for (const half of halves) await this.ask(half)
  }

  /** One more question, if the form is wrong; the better of the two answers counts. */
  async #correct(text: string, lines: readonly TextLine[]): Promise<ReadAnswer<Answer>> {
    const { subject, mark } = this.#document
    const read = readAnswer(subject, text)
    if (read.kind === 'whole') return read
    const again =
      read.kind === 'partial' ? writeRepair(text, read.problems) : writeQuestion(subject, lines, mark)
    const reply = await this.#put(again, lines)
    const second = reply.kind === 'text' ? readAnswer(subject, reply.text) : undefined
    return second === undefined || second.kind === 'unreadable' ? read : second
  }

  /** Down the ladder until the route takes the question. */
  async #put(messages: readonly Message[], lines: readonly TextLine[]): Promise<ChatAnswer> {
    const { askModel, habits } = this.#deps
    const wanted = Math.max(outputTokensMin, lines.length * outputTokensPerLine)
    const outputTokensMax = Math.min(this.#document.outputTokensMax, wanted)
    const asking = { subject: this.#document.subject, messages, outputTokensMax }
    for (;;) {
      this.#attempts += 1
      const composed = new Map<string, Habits>()
      const reply = await askModel({
        compose(route: ModelRoute) {
          const habit = habits.of(route)
          composed.set(route.id, habit)
          return composeChatBody(asking, habit)
        },
      })
      const asked = composed.get(reply.route.id) ?? habits.of(reply.route)
      if (reply.kind === 'answered') {
        this.#noteMode(asked.mode)
        return readChatAnswer(reply.body)
      }
      if (tooLong.test(reply.message)) return { kind: 'cut_off' }
      if (this.#attempts >= attemptsMax || !habits.learn(reply.route, asked, reply.message)) {
        return { kind: 'nothing' }
      }
    }
  }

  #noteMode(mode: ExtractMode): void {
    if (extractModes.indexOf(mode) > extractModes.indexOf(this.#lowestMode)) this.#lowestMode = mode
  }
}
