import type { DocumentText } from './document-text.ts'

/** Why a document was not read; these are error codes of the gateway (docs/api/README.md). */
export type RefusalCode = 'TOO_LARGE' | 'UNSUPPORTED_DOCUMENT' | 'NO_TEXT'

export type RefusalReason = keyof typeof refusals

export type ReadOutcome =
  | { kind: 'read'; text: DocumentText }
  | { kind: 'refused'; reason: RefusalReason; code: RefusalCode; message: string }
  /** Not the document's fault: too many documents are waiting, or the reader is closed. */
  | { kind: 'unavailable' }

const refusals = {
  file_size: ['TOO_LARGE', 'The file is larger than 10 MiB.'],
  pages: ['TOO_LARGE', 'The document has more than 50 pages.'],
  inflated_size: ['TOO_LARGE', 'The document unpacks to more than 50 MiB.'],
  characters: ['TOO_LARGE', 'The document has more than 200,000 characters.'],
  memory: ['TOO_LARGE', 'The document needs more memory than a document may use.'],
  time: ['TOO_LARGE', 'The document takes longer to read than a document may take.'],
  wrong_type: ['UNSUPPORTED_DOCUMENT', 'Send a PDF, a DOCX, a Europass XML or plain text.'],
  password_protected: ['UNSUPPORTED_DOCUMENT', 'The document needs a password. Send it without one.'],
  damaged: ['UNSUPPORTED_DOCUMENT', 'The document is damaged or incomplete. Save it again and resend it.'],
  xml_depth: ['UNSUPPORTED_DOCUMENT', 'The XML in the document is nested too deeply.'],
  xml_doctype: ['UNSUPPORTED_DOCUMENT', 'The XML in the document has a DOCTYPE, which is not read.'],
  empty: ['NO_TEXT', 'The file is empty. Send one with content.'],
  short_text: ['NO_TEXT', 'The text has fewer than 20 letters. Send the whole text of the document.'],
  no_text: [
    'NO_TEXT',
    'The document has no text that can be read, or fewer than 20 letters of it. If its pages are pictures, send it with a text layer.',
  ],
} as const satisfies Record<string, readonly [RefusalCode, string]>

export function refuse(reason: RefusalReason): Extract<ReadOutcome, { kind: 'refused' }> {
  const [code, message] = refusals[reason]
  return { kind: 'refused', reason, code, message }
}

export function isRefusalReason(word: string): word is RefusalReason {
  return Object.hasOwn(refusals, word)
}

/** Thrown at any depth of a parser once a document must be refused; `readDocument` converts it into an outcome. */
export class RefusalError extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(`document refused: ${reason}`)
    this.name = 'RefusalError'
    this.reason = reason
  }
}
