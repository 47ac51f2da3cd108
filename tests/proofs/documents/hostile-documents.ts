import { randomFillSync } from 'node:crypto'
import { composeDocx, paragraph } from '@gatehouse/testkit/documents/compose-docx'
import { composePdf, packStream, textAt } from '@gatehouse/testkit/documents/compose-pdf'
import { composeZip } from '@gatehouse/testkit/documents/compose-zip'

/** Documents are built one at a time, when needed: all of them together would exhaust this process's own memory. */
export type HostileDocument = { name: string; compose(sizeBytes: number): Buffer }

const mib = 1_048_576
const honest = textAt([72, 700], 'Jordan Avery, platform engineer in Portland')

/**
 * `sizeBytes` is the unpacked size of the bombs. Each document must be refused quickly, in little memory, and without
 * affecting the next one.
 */
export const hostileDocuments: readonly HostileDocument[] = [
  { name: 'zip bomb', compose: (size) => docxOf(Buffer.alloc(size, 0x20)) },
  { name: 'zip bomb that claims 1,000 bytes', compose: (size) => docxOf(Buffer.alloc(size, 0x20), 1_000) },
  { name: 'zip of 60,000 files', compose: composeManyFiles },
  { name: 'page bomb of 100,000 pages', compose: () => composePages(100_000) },
  {
    name: 'page bomb of one page',
    compose: (size) => composePdf({ pages: [honest.repeat(Math.ceil(size / honest.length))] }),
  },
  {
    name: 'one page of 8,000,000 letters',
    compose: () => composePdf({ pages: [textAt([0, 0], 'a'.repeat(8_000_000))] }),
  },
  { name: 'forms within forms, 10 to the 9th', compose: composeNestedForms },
  { name: 'stream compressed twice', compose: composeTwicePacked },
  { name: 'arrays 200,000 deep', compose: composeDeepArrays },
  {
    name: 'XML 10,000 levels deep',
    compose: () => composeDocx({ body: '<w:p>'.repeat(10_000) + '</w:p>'.repeat(10_000) }),
  },
  { name: 'XML with entities', compose: composeEntities },
  {
    name: 'XML tag that never ends',
    compose: () => composeDocx({ body: `<w:t ${'a '.repeat(10_000_000)}` }),
  },
  { name: 'PDF with a password', compose: composeEncryptedPdf },
  { name: 'DOCX with a password', compose: composeEncryptedDocx },
  { name: 'truncated PDF', compose: () => half(composePdf({ pages: [honest] })) },
  { name: 'truncated DOCX', compose: () => half(composeDocx({ body: paragraph('Jordan Avery') })) },
  { name: 'huge PNG in a PDF', compose: composePicture },
  {
    name: 'huge file',
    compose: (size) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size)]),
  },
  { name: 'not a document', compose: () => Buffer.from('\u0089PNG\r\n\u001a\n\u0000\u0000', 'latin1') },
  { name: 'noise that begins like a PDF', compose: () => noiseAfter('%PDF-1.7\n') },
  { name: 'noise that begins like a zip', compose: () => noiseAfter('PK\u0003\u0004') },
]

/** A harmless document that the service must still be able to read after each hostile one. */
export function composeHonestPdf(): Buffer {
  return composePdf({ pages: [honest] })
}

function docxOf(document: Buffer, claimedBytes = document.length): Buffer {
  return composeZip([{ name: 'word/document.xml', data: document, claimedBytes }])
}

function composeManyFiles(): Buffer {
  const data = Buffer.from('x')
  return composeZip(Array.from({ length: 60_000 }, (_, index) => ({ name: `word/header${index}.xml`, data })))
}

function composePages(count: number): Buffer {
  // The same page over and over: small to send, large to traverse.
  const kids = '10 0 R '.repeat(count)
  return composePdf({
    pages: [honest],
    extra: [
      { dictionary: '/Type /Page /Parent 11 0 R /MediaBox [0 0 612 792]' },
      { dictionary: `/Type /Pages /Kids [${kids}] /Count ${count}` },
    ],
    catalog: '/Pages 11 0 R',
  })
}

function composeNestedForms(): Buffer {
  const depth = 9
  const forms = Array.from({ length: depth }, (_, level) => {
    const next = level + 1 < depth ? `/Resources << /XObject << /X ${11 + level} 0 R >> >>` : ''
    const content = level + 1 < depth ? '/X Do '.repeat(10) : '0 0 1 1 re f '.repeat(10)
    return packStream(Buffer.from(content), `/Type /XObject /Subtype /Form /BBox [0 0 612 792] ${next}`)
  })
  return composePdf({ pages: [`${honest} /X Do`], extra: forms, resources: '/XObject << /X 10 0 R >>' })
}

function composeTwicePacked(sizeBytes: number): Buffer {
  const once = packStream(Buffer.alloc(sizeBytes, 0x20)).stream ?? Buffer.alloc(0)
  const twice = packStream(once)
  const dictionary = twice.dictionary.replace('/Filter /FlateDecode', '/Filter [/FlateDecode /FlateDecode]')
  return composePdf({ pages: [honest], extra: [{ ...twice, dictionary }], catalog: '/Metadata 10 0 R' })
}

function composeDeepArrays(): Buffer {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  return composePdf({
    pages: [honest],
    extra: [{ dictionary: `/Type /Pages /Count 1 /Kids ${deep}` }],
    catalog: '/Pages 10 0 R',
  })
}

function composeEntities(): Buffer {
  const laughs = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  )
  const xml = `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs.join('')}]><x>&l9;</x>`
  return docxOf(Buffer.from(xml))
}

function composeEncryptedPdf(): Buffer {
  const noise = `<${'a7'.repeat(32)}>`
  const dictionary = `/Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O ${noise} /U ${noise}`
  return composePdf({
    pages: [honest],
    extra: [{ dictionary }],
    trailer: '/Encrypt 10 0 R /ID [<0123456789abcdef> <0123456789abcdef>]',
  })
}

function composeEncryptedDocx(): Buffer {
  const file = Buffer.alloc(8_192)
  file.writeUInt32BE(0xd0cf11e0, 0)
  file.writeUInt32BE(0xa1b11ae1, 4)
  file.write('EncryptedPackage', 1_024, 'utf16le')
  return file
}

function composePicture(sizeBytes: number): Buffer {
  const width = 8_192
  const height = Math.ceil(sizeBytes / (width * 3))
  const pixels = Buffer.alloc((width * 3 + 1) * height, 0x01)
  const picture = packStream(
    pixels,
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 ` +
      `/DecodeParms << /Predictor 15 /Colors 3 /Columns ${width} >>`,
  )
  const page = 'q 612 0 0 792 0 0 cm /Im0 Do Q'
  return composePdf({ pages: [page], extra: [picture], resources: '/XObject << /Im0 10 0 R >>' })
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}

function noiseAfter(start: string): Buffer {
  return Buffer.concat([
    Buffer.from(start, 'latin1'),
    randomFillSync(Buffer.alloc(mib)),
    Buffer.from('startxref'),
  ])
}
