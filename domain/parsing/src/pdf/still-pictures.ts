// Pictures are never decoded: their dictionaries are overwritten, in place and at the same length, by those of a
// picture of one or two grey points, before pdf.js sees the file. Offsets stay valid, and the decoders of JPEG,
// JPEG 2000, JBIG2 and CCITT, the usual way into a PDF reader, are out of reach. That a picture is there, where it
// is, and whether one can see through it, is kept: in its width.
import type { PdfStream } from './scan-streams.ts'

const opaqueWidth = 1
const seeThroughWidth = 2

/** Whether a picture that was stilled hides what is under it. */
export function isOpaquePicture(width: number, height: number): boolean {
  return !(width === seeThroughWidth && height === 1)
}

export function isPicture({ dictionary }: PdfStream): boolean {
  return /\/Subtype\s*\/Image\b/.test(dictionary)
}

/** Overwrites the dictionary of a picture within `bytes`. */
export function stillPicture(bytes: Buffer, stream: PdfStream): void {
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
  const room = dictionaryEnd - dictionaryStart - 4
  const replacement = parts.join('')
  // A dictionary too short for its replacement lacks what a picture must have; pdf.js refuses it by itself.
  if (replacement.length > room) return
  bytes.write(`<<${replacement.padEnd(room)}>>`, dictionaryStart, 'latin1')
}
