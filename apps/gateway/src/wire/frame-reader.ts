// Inspects and restamps the frames of one stream. A provider sends the same frame again and again with another piece
// of text in it, so a frame is first compared with the pattern of an earlier one: the same bytes apart from the
// inside of certain strings have the same structure, and so the same meaning.
import { FramePattern } from './frame-pattern.ts'
import { type FrameKind, inspectFrame } from './inspect-frame.ts'
import { quoteName, replaceSpan, restampModel } from './restamp-model.ts'

export type ReadFrame = {
  readonly kind: FrameKind
  /** The frame with the alias for the model. */
  readonly bytes: Buffer
  /** The usage object's text, if the frame reports usage; of several in a stream the last one counts. */
  readonly usage: Buffer | undefined
}

// A stream whose frames keep changing elsewhere, such as that of several choices at once, is read frame by frame.
const failuresMax = 8

export class FrameReader {
  readonly #quotedAlias: Buffer
  #pattern: FramePattern | undefined
  #failures = 0

  constructor(alias: string) {
    this.#quotedAlias = quoteName(alias)
  }

  read(frame: Buffer): ReadFrame {
    const model = this.#pattern?.findModel(frame)
    if (model !== undefined) {
      this.#failures = 0
      const bytes = model.end === 0 ? frame : replaceSpan(frame, model, this.#quotedAlias)
      return { kind: 'content', bytes, usage: undefined }
    }
    const inspected = inspectFrame(frame)
    if (inspected.texts !== undefined) {
      this.#failures += 1
      this.#pattern = this.#failures > failuresMax ? undefined : FramePattern.of(frame, inspected)
    }
    const { kind, models, usage } = inspected
    return { kind, bytes: restampModel(frame, models, this.#quotedAlias), usage }
  }
}
