// Any document, by what its bytes say it is. Runs in the reading process; the adapter of PDF is a parameter.
import type { DocumentLimits } from './limits/document-limits.ts'
import { readDocx } from './docx/read-docx.ts'
import { keepEuropass } from './europass/keep-europass.ts'
import { type ReadOutcome, refuse } from './read-outcome.ts'
import { RefusalError } from './limits/refusal-error.ts'
import { sniffKind } from './sniff-kind.ts'
import { cleanText } from './text/clean-text.ts'
import type { DocumentText } from './text/document-text.ts'
import { splitLines } from './text/split-lines.ts'

export type DocumentReading = {
  limits: DocumentLimits
  readPdf(bytes: Buffer): Promise<DocumentText>
}

/** Fewer visible letters than this on all pages together is a picture with a caption, not a CV. Refusals name it. */
const lettersMin = 20

export async function readDocument(bytes: Buffer, reading: DocumentReading): Promise<ReadOutcome> {
  const refusal = refuseAtSight(bytes, reading.limits)
  if (refusal) return refusal
  try {
    const text = await readKind(bytes, reading)
    if (hasText(text)) return { kind: 'read', text: cleanRest(text) }
    return refuse(text.kind === 'text' ? 'short_text' : 'no_text')
  } catch (thrown) {
    if (thrown instanceof RefusalError) return refuse(thrown.reason)
    // What a parser throws on a hostile or broken file is the file's fault, whatever the exception says.
    return refuse('damaged')
  }
}

/** What needs no reading: size and first bytes. */
export function refuseAtSight(
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
  const europassXml = keepEuropass(text, limits)
  if (europassXml === undefined) throw new RefusalError('wrong_type')
  return { ...splitLines(''), kind: 'xml', europassXml }
}

/** Counted before, because to split costs time, and after: one character may stand for eighteen. */
function readText(text: string, { charactersMax }: DocumentLimits): DocumentText {
  if (text.length > charactersMax) throw new RefusalError('characters')
  const split = splitLines(text)
  const characters = split.lines.reduce((sum, line) => sum + line.text.length, 0)
  if (characters > charactersMax) throw new RefusalError('characters')
  return split
}

/** Word with a password is not a zip but a compound file that holds one. */
function isEncryptedOffice(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const isCompound = file.length >= 4 && file.readUInt32BE(0) === 0xd0cf11e0
  return isCompound && file.includes(Buffer.from('EncryptedPackage', 'utf16le'))
}

/** Lines are clean when they are numbered. */
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
