// Determines the inflated size of a PDF before anything is inflated for use. zlib counts 50 MiB in about a tenth of a
// second and in constant memory; pdf.js would allocate several times that size.
import type { DocumentLimits } from '../limits/document-limits.ts'
import { countInflated, inflateBounded } from '../limits/inflate-bounded.ts'
import { RefusalError } from '../read-outcome.ts'
import { type PdfStream, scanStreams } from './scan-streams.ts'
import { isImage, blankImage } from './blank-images.ts'

type Budget = Pick<DocumentLimits, 'inflatedBytesMax' | 'drawingBytesMax'>

/** Blanks every image in `bytes` and refuses a file whose other streams are too large. */
export async function prepareStreams(bytes: Buffer, budget: Budget): Promise<void> {
  let inflated = 0
  let drawing = 0
  for (const stream of scanStreams(bytes)) {
    if (isImage(stream)) {
      blankImage(bytes, stream)
      continue
    }
    const size = await inflatedSize(bytes, stream, budget)
    inflated += size
    if (isDrawing(stream)) drawing += size
    if (inflated > budget.inflatedBytesMax || drawing > budget.drawingBytesMax) {
      throw new RefusalError('inflated_size')
    }
  }
}

async function inflatedSize(bytes: Buffer, stream: PdfStream, budget: Budget): Promise<number> {
  const data = bytes.subarray(stream.dataStart, stream.dataEnd)
  const filters = filtersOf(stream)
  // Streams with other filters are counted by their stored size; the limits of the reading process bound their output.
  if (!isFlate(filters[0])) return data.length
  if (!isFlate(filters[1])) return countInflated(data, { format: 'zlib', sizeMax: budget.inflatedBytesMax })
  // Compressed twice: no honest producer does so, so the first pass must stay small.
  const once = inflateBounded(data, { format: 'zlib', sizeMax: budget.drawingBytesMax })
  if (once === undefined) throw new RefusalError('inflated_size')
  return countInflated(once, { format: 'zlib', sizeMax: budget.inflatedBytesMax })
}

function isFlate(filter: string | undefined): boolean {
  return filter === 'FlateDecode' || filter === 'Fl'
}

function filtersOf({ dictionary }: PdfStream): string[] {
  const value = /\/(?:Filter|F)\s*(\[[^\]]*\]|\/[\w#]+)/.exec(dictionary)?.[1] ?? ''
  return [...value.matchAll(/\/([\w#]+)/g)].map(([, name = '']) => decodeName(name))
}

function decodeName(name: string): string {
  return name.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/**
 * Whether a stream contains drawing operators: page contents and forms. Fonts, profiles, object streams and attachments
 * say in their dictionary what they are.
 */
function isDrawing({ dictionary }: PdfStream): boolean {
  if (/\/Subtype\s*\/Form\b/.test(dictionary)) return true
  return !/\/(?:Type|Subtype|Length1|Length2|N|FunctionType|ShadingType|Params)\b/.test(dictionary)
}
