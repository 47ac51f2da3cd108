// Inspects and restamps the frames of one stream. A provider sends the same frame repeatedly with different text in it,
// so each frame is first compared with the pattern of an earlier one: if only the contents of certain strings differ,
// the structure is the same, and so is the meaning.
import { type FrameEdit, FramePattern } from './frame-pattern.ts'
import { type FrameKind, inspectFrame } from './inspect-frame.ts'
import { quoteName, readModelName, replaceSpan, rewriteAnswer } from './restamp-model.ts'
import { type AnswerFields, answerFieldsOf } from './scan-answer.ts'

export type ReadFrame = {
  readonly kind: FrameKind
  /** The frame with the alias as its model. */
  readonly bytes: Buffer
  /** JSON of the usage object, if the frame reports usage; the last report in a stream counts. */
  readonly usage: Buffer | undefined
  /** The provider's model name; set only for the first frame of a stream that has one. */
  readonly model?: string | undefined
}

// After this many consecutive mismatches the stream is inspected frame by frame: more than the texts changes between
// its frames, as in a stream with several choices.
const failuresMax = 8

export class FrameReader {
  readonly #quotedAlias: Buffer
  readonly #fields: AnswerFields
  #pattern: FramePattern | undefined
  #failures = 0
  #isModelRead = false

  constructor(alias: string, hiddenFields: readonly string[] = []) {
    this.#quotedAlias = quoteName(alias)
    this.#fields = answerFieldsOf(hiddenFields)
  }

  read(frame: Buffer): ReadFrame {
    const edits = this.#pattern?.findEdits(frame)
    if (edits !== undefined) {
      this.#failures = 0
      return { kind: 'content', bytes: this.#apply(frame, edits), usage: undefined }
    }
    const inspected = inspectFrame(frame, this.#fields)
    if (inspected.texts !== undefined) {
      this.#failures += 1
      this.#pattern = this.#failures > failuresMax ? undefined : FramePattern.of(frame, inspected)
    }
    const { kind, models, hidden, usage } = inspected
    const model = this.#isModelRead ? undefined : readModelName(frame, models)
    this.#isModelRead ||= model !== undefined
    return { kind, bytes: rewriteAnswer(frame, { models, hidden }, this.#quotedAlias), usage, model }
  }

  #apply(frame: Buffer, edits: readonly FrameEdit[]): Buffer {
    const [only] = edits
    if (only === undefined) return frame
    if (edits.length === 1 && only.isModel) return replaceSpan(frame, only, this.#quotedAlias)
    const models = edits.filter(({ isModel }) => isModel)
    const hidden = edits.filter(({ isModel }) => !isModel)
    return rewriteAnswer(frame, { models, hidden }, this.#quotedAlias)
  }
}
