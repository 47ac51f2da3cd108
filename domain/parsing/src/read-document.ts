// Reads a document of any supported kind, detected from its bytes. Runs in the reading process; the PDF adapter is a
// parameter.
import type { DocumentLimits } from './limits/document-limits.ts'
import { readDocx } from './docx/read-docx.ts'
import { trimEuropassXml } from './europass/europass-xml.ts'
import { type ReadOutcome, RefusalError, refuse } from './read-outcome.ts'
import { sniffKind } from './sniff-kind.ts'
import { cleanText } from '@gatehouse/reading/text-lines'
import { type DocumentText, plainDocument } from './document-text.ts'

export type DocumentReading = {
  limits: DocumentLimits
  readPdf(bytes: Buffer): Promise<DocumentText>
}

/**
 * A document with fewer visible letters is a picture with a caption, not a CV. The texts of refusals state this number.
 */
const lettersMin = 20

export async function readDocument(bytes: Buffer, reading: DocumentReading): Promise<ReadOutcome> {
  const refusal = precheckDocument(bytes, reading.limits)
  if (refusal) return refusal
  try {
    const text = await readKind(bytes, reading)
    if (hasText(text)) return { kind: 'read', text: cleanRest(text) }
    return refuse(text.kind === 'text' ? 'short_text' : 'no_text')
  } catch (thrown) {
    if (thrown instanceof RefusalError) return refuse(thrown.reason)
    // An unexpected exception of a parser means a hostile or broken file, not a fault of the service.
    return refuse('damaged')
  }
}

/** Refuses by size and first bytes, before any reading. */
export function precheckDocument(
  bytes: Uint8Array,
  limits: DocumentLimits,
): Extract<ReadOutcome, { kind: 'refused' }> | undefined {
  if (bytes.length > limits.fileBytesMax) return refuse('file_size')
  if (bytes.length === 0) return refuse('empty')
  if (sniffKind(bytes) !== undefined) return undefined
  return refuse(isEncryptedOffice(bytes) ? 'password_protected' : 'wrong_type')
}

async function readKind(bytes: Buffer, { limits, readPdf }: DocumentReading): Promise<DocumentText> {
  const kind = sniffKind(bytes)
  if (kind === 'pdf') return readPdf(bytes)
  if (kind === 'docx') return readDocx(bytes, limits)
  const text = new TextDecoder().decode(bytes)
  if (kind !== 'xml') return readText(text, limits)
  const europassXml = trimEuropassXml(text, limits)
  if (europassXml === undefined) throw new RefusalError('wrong_type')
  return { ...plainDocument(''), kind: 'xml', europassXml }
}

/**
 * Checks the length twice: before splitting, because splitting costs time, and afterwards, because NFKC normalisation
 * may expand one character to eighteen.
 */
function readText(text: string, { charactersMax }: DocumentLimits): DocumentText {
  if (text.length > charactersMax) throw new RefusalError('characters')
  const split = plainDocument(text)
  const characters = split.lines.reduce((sum, line) => sum + line.text.length, 0)
  if (characters > charactersMax) throw new RefusalError('characters')
  return split
}

/** A Word document with a password is a compound file that contains an encrypted ZIP. */
function isEncryptedOffice(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const isCompound = file.length >= 4 && file.readUInt32BE(0) === 0xd0cf11e0
  return isCompound && file.includes(Buffer.from('EncryptedPackage', 'utf16le'))
}

/** Lines have already been cleaned by `numberLines`. */
function cleanRest({ links, hidden, ...text }: DocumentText): DocumentText {
  return {
    ...text,
    links: links.map(({ page, url }) => ({ page, url: cleanText(url) })),
    hidden: hidden.map((one) => Object.assign({}, one, { text: cleanText(one.text) })),
  }
}

function hasText({ lines, europassXml }: DocumentText): boolean {
  if (europassXml !== null) return true
  const letters = lines.reduce((sum, { text }) => sum + (text.match(/\p{L}/gu)?.length ?? 0), 0)
  return letters >= lettersMin
}
