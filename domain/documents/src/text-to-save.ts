import type { ParsingWarning } from '@gatehouse/parsing/parsing-warning'

export type TextToSave = {
  text: string
  pages: number | null
  /** ISO 639-1 code. */
  language: string | null
  warnings: readonly ParsingWarning[]
}
