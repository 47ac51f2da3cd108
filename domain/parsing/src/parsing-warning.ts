import type { DateRange } from '@gatehouse/reading/find-date-ranges'
import type { DocumentStructure } from './rules/find-structure.ts'
import type { DocumentText, HidingTrick } from './document-text.ts'

/** An entry of the answer's `warnings`. Callers must ignore unknown codes. */
export type ParsingWarning = {
  code:
    | 'hidden_text_dropped'
    | 'ocr_text_layer'
    | 'suspected_injection'
    | 'ambiguous_date'
    | 'linked_email'
    | 'unverified_value'
    | 'incomplete_extraction'
    | 'unexpected_document_type'
  path: string | null
  message: string
}

const tricks: Readonly<Record<HidingTrick, string>> = {
  invisible_ink: 'in the colour of what is under it',
  tiny: 'in letters smaller than 3 points',
  transparent: 'transparent',
  off_page: 'outside the page',
  covered: 'covered by something',
  clipped: 'cut off by a clip',
  render_mode: 'drawn without ink',
  hidden_layer: 'on a layer that is switched off',
  vanished: 'marked as hidden',
}

/** Returns what a reader of the result should know about the document. */
export function warnAbout(text: DocumentText, structure: DocumentStructure): ParsingWarning[] {
  return [
    ...text.hidden.map(({ page, trick, text: hidden }) => ({
      code: 'hidden_text_dropped' as const,
      path: null,
      message: `${place(page)}Text that a reader cannot see was left out (${tricks[trick]}): “${hidden}”`,
    })),
    ...text.ocrPages.map((page) => ({
      code: 'ocr_text_layer' as const,
      path: null,
      message: `${place(page)}The page is a picture; its invisible text layer was read and not compared with it.`,
    })),
    ...structure.injections.map(({ lines, quote }) => ({
      code: 'suspected_injection' as const,
      path: null,
      message: `Line ${lines[0]} seems to address a machine and was read as text: “${quote}”`,
    })),
    ...structure.dateRanges.filter(isAmbiguous).map(({ raw, spans }) => ({
      code: 'ambiguous_date' as const,
      path: null,
      message: `Line ${spans[0]?.line ?? 0}: “${raw}” was read as day before month.`,
    })),
    ...structure.linkedEmails.map((email) => ({
      code: 'linked_email' as const,
      path: null,
      message: `A link leads to ${email}, which the text does not show.`,
    })),
  ]
}

function place(page: number | null): string {
  return page === null ? '' : `Page ${page}: `
}

/** The page that a warning is about; null if its message names none. */
export function pageOfWarning({ message }: Pick<ParsingWarning, 'message'>): number | null {
  const page = /^Page (\d{1,9}): /.exec(message)?.[1]
  return page === undefined ? null : Number(page)
}

/** The line that a warning is about, counted from 1; null if its message names none. */
export function lineOfWarning({ message }: Pick<ParsingWarning, 'message'>): number | null {
  const line = /^Line (\d{1,9})\b/.exec(message)?.[1]
  return line === undefined ? null : Number(line)
}

/** The words of the document that a warning is about; null if its message quotes none. */
export function quoteOfWarning({ message }: Pick<ParsingWarning, 'message'>): string | null {
  return /“(.*)”/s.exec(message)?.[1] ?? null
}

/** How text was hidden; null for other warnings. */
export function trickOfWarning({ message }: Pick<ParsingWarning, 'message'>): HidingTrick | null {
  const said = /was left out \(([^)]*)\): “/.exec(message)?.[1]
  const found = Object.entries(tricks).find(([, words]) => words === said)
  return (found?.[0] as HidingTrick | undefined) ?? null
}

function isAmbiguous({ start, end }: DateRange): boolean {
  return start.isAmbiguous || (end?.isAmbiguous ?? false)
}
