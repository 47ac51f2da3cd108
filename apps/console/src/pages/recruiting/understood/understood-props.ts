import type { Correction, Posting } from './posting.ts'

export type UnderstoodProps = {
  posting: Posting
  /** The lines of the text that the posting was read from. */
  lines: readonly string[]
  /** Without it, nothing can be corrected. */
  onCorrect?: ((correction: Correction) => void) | undefined
  onLine?: ((line: number | undefined) => void) | undefined
}
