import type { DocumentKind } from './document-text.ts'

/** Any ZIP archive: whether it is a Word document is decided when it is read. */
const zipMagic = [0x50, 0x4b, 0x03, 0x04]
const pdfMagic = '%PDF-'
/** PDF readers accept garbage before the header: 1,024 bytes by an implementation note of the specification. */
const pdfMagicWithinBytes = 1_024

/** Detects the kind of a file from its first bytes; its name and declared type are ignored. */
export function sniffKind(bytes: Uint8Array): DocumentKind | undefined {
  if (zipMagic.every((byte, index) => bytes[index] === byte)) return 'docx'
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, pdfMagicWithinBytes))
  if (start.includes(pdfMagic)) return 'pdf'
  const text = decodeText(start)
  if (text === undefined) return undefined
  return /^\s*<(?:\?xml|(?:\w+:)?Candidate\b)/.test(text) ? 'xml' : 'text'
}

/** Text contains no control characters; a character cut off at the end of the sample is tolerated. */
function decodeText(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true })
  // oxlint-disable-next-line no-control-regex
  return bytes.length === 0 || /[\u0000-\u0008\u000e-\u001a\ufffd]/.test(text) ? undefined : text
}
