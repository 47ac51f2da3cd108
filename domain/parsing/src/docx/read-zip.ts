// The subset of ZIP that DOCX needs. The central directory declares all sizes: a ZIP bomb that declares its true size
// is refused at once, and one that declares a false size is stopped while it is inflated.
import type { DocumentLimits } from '../limits/document-limits.ts'
import { inflateBounded } from '../limits/inflate-bounded.ts'
import { RefusalError } from '../read-outcome.ts'

export type ZipEntry = { name: string; method: number; packed: Buffer; inflatedBytes: number }

export type ZipLimits = Pick<DocumentLimits, 'zipEntriesMax' | 'inflatedBytesMax'>

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const entryBytes = 46
const localBytes = 30
const commentBytesMax = 65_535
const stored = 0
const deflated = 8
const encryptedFlag = 1

/**
 * Lists the files of a ZIP archive. Throws a refusal if it is not a ZIP, is encrypted, or would inflate to too much.
 */
export function readZip(bytes: Buffer, limits: ZipLimits): Map<string, ZipEntry> {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > limits.zipEntriesMax) throw new RefusalError('inflated_size')
  const entries = new Map<string, ZipEntry>()
  let at = bytes.readUInt32LE(end + 16)
  let inflated = 0
  for (let index = 0; index < count; index += 1) {
    const { entry, next } = readEntry(bytes, at)
    inflated += entry.inflatedBytes
    if (inflated > limits.inflatedBytesMax) throw new RefusalError('inflated_size')
    entries.set(entry.name, entry)
    at = next
  }
  return entries
}

/** Inflates one file, up to its declared size. The declared sizes were limited, so they have to be true. */
export function readZipEntry({ method, packed, inflatedBytes }: ZipEntry): Buffer {
  if (method !== stored && method !== deflated) throw new RefusalError('damaged')
  const inflated =
    method === stored ? packed : inflateBounded(packed, { format: 'raw', sizeMax: inflatedBytes })
  if (inflated?.length !== inflatedBytes) throw new RefusalError('damaged')
  return inflated
}

function findEnd(bytes: Buffer): number {
  const from = Math.max(0, bytes.length - endBytes - commentBytesMax)
  for (let at = bytes.length - endBytes; at >= from; at -= 1) {
    if (bytes.readUInt32LE(at) === endSignature) return at
  }
  throw new RefusalError('damaged')
}

function readEntry(bytes: Buffer, at: number): { entry: ZipEntry; next: number } {
  if (at + entryBytes > bytes.length || bytes.readUInt32LE(at) !== entrySignature) {
    throw new RefusalError('damaged')
  }
  if ((bytes.readUInt16LE(at + 8) & encryptedFlag) !== 0) throw new RefusalError('password_protected')
  const nameEnd = at + entryBytes + bytes.readUInt16LE(at + 28)
  const packedBytes = bytes.readUInt32LE(at + 20)
  const dataStart = findData(bytes, bytes.readUInt32LE(at + 42))
  const entry = {
    name: bytes.toString('utf8', at + entryBytes, nameEnd),
    method: bytes.readUInt16LE(at + 10),
    packed: bytes.subarray(dataStart, dataStart + packedBytes),
    inflatedBytes: bytes.readUInt32LE(at + 24),
  }
  return { entry, next: nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32) }
}

function findData(bytes: Buffer, at: number): number {
  if (at + localBytes > bytes.length || bytes.readUInt32LE(at) !== localSignature) {
    throw new RefusalError('damaged')
  }
  return at + localBytes + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
}
