// Small PDFs for tests, written by hand so that a test controls exactly what a page draws.
import { deflateSync } from 'node:zlib'

export type PdfObject = { dictionary: string; stream?: Buffer }

export type PdfPlan = {
  /** The content of each page; `/F1` is Helvetica, `/G0` and `/G5` are graphics states of opacity 0 and 0.5. */
  pages: readonly string[]
  /** Additional objects; the first gets number 10. */
  extra?: readonly PdfObject[]
  /** Added to each page's resources, such as `/XObject << /Im0 10 0 R >>`. */
  resources?: string
  /** Added to the catalog, such as the names of attachments. */
  catalog?: string
  /** Added to the trailer. */
  trailer?: string
}

const firstExtra = 10
const mediaBox = '[0 0 612 792]'

export function composePdf({
  pages,
  extra = [],
  resources = '',
  catalog = '',
  trailer = '',
}: PdfPlan): Buffer {
  const firstPage = firstExtra + extra.length
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ')
  const shown = `/Font << /F1 3 0 R >> /ExtGState << /G0 4 0 R /G5 5 0 R >> ${resources}`
  const objects = new Map<number, PdfObject>([
    [1, { dictionary: `/Type /Catalog /Pages 2 0 R ${catalog}` }],
    [2, { dictionary: `/Type /Pages /Kids [${kids}] /Count ${pages.length}` }],
    [3, { dictionary: '/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding' }],
    [4, { dictionary: '/Type /ExtGState /ca 0 /CA 0' }],
    [5, { dictionary: '/Type /ExtGState /ca 0.5 /CA 0.5' }],
  ])
  for (const [index, object] of extra.entries()) objects.set(firstExtra + index, object)
  for (const [index, content] of pages.entries()) {
    const number = firstPage + index * 2
    const dictionary = `/Type /Page /Parent 2 0 R /MediaBox ${mediaBox} /Contents ${number + 1} 0 R /Resources << ${shown} >>`
    objects.set(number, { dictionary })
    objects.set(number + 1, packStream(Buffer.from(content, 'latin1')))
  }
  return write(objects, trailer)
}

/** Text at a position, in 11-point Helvetica; `before` may set colours, another font size and the like. */
export function textAt([x, y]: readonly [number, number], text: string, before = ''): string {
  const escaped = text.replaceAll(/[\\()]/g, (sign) => `\\${sign}`)
  return `q BT /F1 11 Tf ${before} 1 0 0 1 ${x} ${y} Tm (${escaped}) Tj ET Q\n`
}

export function packStream(data: Buffer, dictionary = ''): PdfObject {
  const packed = deflateSync(data)
  return { dictionary: `/Filter /FlateDecode /Length ${packed.length} ${dictionary}`, stream: packed }
}

function write(objects: ReadonlyMap<number, PdfObject>, trailer: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n', 'latin1')]
  const offsets = new Map<number, number>()
  let size = parts[0]?.length ?? 0
  const push = (part: Buffer) => {
    parts.push(part)
    size += part.length
  }
  for (const [number, { dictionary, stream }] of objects) {
    offsets.set(number, size)
    push(Buffer.from(`${number} 0 obj\n<< ${dictionary} >>\n`, 'latin1'))
    if (stream) for (const part of [Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]) push(part)
    push(Buffer.from('endobj\n'))
  }
  const count = Math.max(...objects.keys()) + 1
  const rows = Array.from({ length: count }, (_, number) => {
    const offset = offsets.get(number)
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = size
  push(Buffer.from(`xref\n0 ${count}\n${rows.join('')}`))
  push(Buffer.from(`trailer\n<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`))
  return Buffer.concat(parts)
}
