// A PDF is read within its limits or refused with a reason; an exception of our own code is a crash, one of pdf.js is a damaged
// file. Reading leaves no trace in the process. An input is a PDF, or the drawing instructions of pages (separated by the byte
// 1), which the check packs into one.
import { documentLimits } from '@gatehouse/parsing/document-limits'
import { loadPdfLibrary } from '@gatehouse/parsing/load-pdf-library'
import { type DocumentReading, readDocument } from '@gatehouse/parsing/read-document'
import { RefusalError } from '@gatehouse/parsing/read-outcome'
import { readPdf } from '@gatehouse/parsing/read-pdf'
import { composePdf, textAt } from '@gatehouse/testkit/documents/compose-pdf'
import { type Check, type Surface, promise } from '../engine/surface.ts'

const limits = {
  ...documentLimits,
  charactersMax: 400,
  pagesMax: 3,
  inflatedBytesMax: 20_000,
  drawingBytesMax: 4_000,
}
const hiddenCharactersMax = 500
const ownFrame = /^\s+at .*\/domain\/[^)]*\/src\//

export type ReadPdf = DocumentReading['readPdf']

export function checkPdf(read: ReadPdf): Check {
  const ownNames = Object.getOwnPropertyNames(Object.prototype).length
  return async (input) => {
    const bytes = input.subarray(0, 4).equals(Buffer.from('%PDF')) ? Buffer.from(input) : packPages(input)
    let crash: Error | undefined
    const outcome = await readDocument(bytes, {
      limits,
      readPdf: (pdf) =>
        read(pdf).catch((thrown: unknown) => {
          if (isOurs(thrown)) crash = thrown
          throw thrown
        }),
    })
    if (crash !== undefined) throw crash
    promise(Object.getOwnPropertyNames(Object.prototype).length === ownNames, 'no prototype is changed')
    if (outcome.kind !== 'read') return
    const { lines, hidden, pages, ocrPages } = outcome.text
    promise((pages ?? 0) <= limits.pagesMax, 'a document has no more pages than allowed')
    const characters = lines.reduce((sum, line) => sum + line.text.length, 0)
    promise(characters <= limits.charactersMax, 'a document has no more characters than allowed')
    // Normalisation makes at most eighteen characters of one.
    promise(
      hidden.every(({ text }) => text.length <= 18 * hiddenCharactersMax),
      'hidden text is quoted in part',
    )
    promise(
      ocrPages.every((page) => page >= 1 && page <= (pages ?? 0)),
      'a page that is named exists',
    )
  }
}

/** Whether the exception was thrown by a line of the product rather than of pdf.js. */
function isOurs(thrown: unknown): thrown is Error {
  if (!(thrown instanceof Error) || thrown instanceof RefusalError) return false
  const top = thrown.stack?.split('\n').find((line) => /^\s+at /.test(line)) ?? ''
  return ownFrame.test(top)
}

function packPages(input: Buffer): Buffer {
  return composePdf({ pages: input.toString('latin1').split('\u0001') })
}

export async function openReader(): Promise<ReadPdf> {
  const library = await loadPdfLibrary()
  return (bytes) => readPdf(library, bytes, { limits, onPages: () => undefined })
}

export const surface: Surface = {
  name: 'pdf-text',
  inputBytesMax: 2_500,
  dictionary: [
    'BT',
    'ET',
    'Tj',
    'TJ',
    'Tf',
    'Tm',
    'Td',
    'Tr',
    'cm',
    'q',
    'Q',
    're',
    'W n',
    'f',
    'S',
    '/F1 11 Tf',
    '/G0 gs',
    '/G5 gs',
    '(text) Tj',
    '1 0 0 1 72 700 Tm',
    '3 Tr',
    '1 1 1 rg',
    '0 g',
    '<FEFF>',
    'BI',
    'ID',
    'EI',
    'BMC',
    'EMC',
    '/OC',
    'BDC',
    'sh',
    'Do',
    'obj',
    'endobj',
    'stream',
    'endstream',
    'xref',
    'trailer',
    'startxref',
    '%%EOF',
    '/Filter',
    '/FlateDecode',
    '/Length',
    '/Kids',
    '/Count',
    '\u0001',
  ],
  seeds: async () => [
    composePdf({ pages: [textAt([72, 700], 'Jordan Avery, platform engineer in Portland')] }),
    Buffer.from(textAt([72, 700], 'Jordan Avery, platform engineer') + textAt([72, 680], 'hidden', '3 Tr')),
    Buffer.from(
      `${textAt([72, 700], 'Portland, twenty letters or more')}1 1 1 rg 0 0 300 400 re f /G0 gs ${textAt([9, 9], 'b')}`,
    ),
  ],
  open: async () => checkPdf(await openReader()),
}
