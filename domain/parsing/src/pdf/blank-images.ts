// Images are never decoded: before pdf.js sees the file, their dictionaries are overwritten, in place and at the same
// length, by those of an image of one or two grey pixels. Offsets stay valid, and the decoders of JPEG, JPEG 2000,
// JBIG2 and CCITT, the usual attack surface of a PDF reader, are out of reach. The position of an image is kept, and
// its width encodes whether it is transparent.
import type { PdfStream } from './scan-streams.ts'

const opaqueWidth = 1
const seeThroughWidth = 2

/** Whether a blanked image hides what is below it. */
export function isOpaqueImage(width: number, height: number): boolean {
  return !(width === seeThroughWidth && height === 1)
}

export function isImage({ dictionary }: PdfStream): boolean {
  return /\/Subtype\s*\/Image\b/.test(dictionary)
}

/** Overwrites the dictionary of an image within `bytes`. */
export function blankImage(bytes: Buffer, stream: PdfStream): void {
  const { dictionary, dictionaryStart, dictionaryEnd, dataStart, dataEnd } = stream
  const isStencil = /\/ImageMask\s+true/.test(dictionary)
  const isSeeThrough = isStencil || /\/(?:SMask|Mask)\b/.test(dictionary)
  const layer = /\/OC\s+\d+\s+\d+\s+R/.exec(dictionary)?.[0] ?? ''
  const parts = [
    '/Subtype/Image/Height 1',
    `/Width ${isSeeThrough ? seeThroughWidth : opaqueWidth}`,
    isStencil ? '/ImageMask true' : '/ColorSpace/DeviceGray/BitsPerComponent 8',
    `/Length ${dataEnd - dataStart}`,
    layer,
  ]
  const capacity = dictionaryEnd - dictionaryStart - 4
  const replacement = parts.join('')
  // A dictionary too short for its replacement lacks entries that an image must have, so pdf.js rejects it anyway.
  if (replacement.length > capacity) return
  bytes.write(`<<${replacement.padEnd(capacity)}>>`, dictionaryStart, 'latin1')
}
