import type { DocumentKind } from './text/document-text.ts'

/** Any zip: whether it is a document of Word is seen when it is read. */
const zipMagic = [0x50, 0x4b, 0x03, 0x04]
const pdfMagic = '%PDF-'
/** Readers accept rubbish before the header; the specification's implementation note says 1,024 bytes. */
const pdfMagicWithinBytes = 1_024

/** What a file is by its first bytes; names and declared types are not asked. */
export function sniffKind(bytes: Uint8Array): DocumentKind | undefined {
  if (zipMagic.every((byte, index) => bytes[index] === byte)) return 'docx'
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, pdfMagicWithinBytes))
  if (start.includes(pdfMagic)) return 'pdf'
  const text = decodeText(start)
  if (text === undefined) return undefined
  return /^\s*<(?:\?xml|(?:\w+:)?Candidate\b)/.test(text) ? 'xml' : 'text'
}

/** Text has no control characters; a cut in the middle of a character at the end is no objection. */
function decodeText(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true })
  // oxlint-disable-next-line no-control-regex
  return bytes.length === 0 || /[\u0000-\u0008\u000e-\u001a\ufffd]/.test(text) ? undefined : text
}
