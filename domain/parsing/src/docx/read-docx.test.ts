import { composeDocx, paragraph } from '@gatehouse/testkit/documents/compose-docx'
import { composeZip } from '@gatehouse/testkit/documents/compose-zip'
import { expect, test } from 'vitest'
import { documentLimits } from '../limits/document-limits.ts'
import { readDocx } from './read-docx.ts'

const read = (plan: Parameters<typeof composeDocx>[0]) => readDocx(composeDocx(plan), documentLimits)
const texts = (plan: Parameters<typeof composeDocx>[0]) => read(plan).lines.map(({ text }) => text)

test('headers come first and footers last, and both are kept', () => {
  const { lines } = read({
    body: paragraph('Body'),
    header: paragraph('jane@example.com'),
    footer: paragraph('Page 1'),
  })
  expect(lines.map(({ number, text, region }) => `${number} ${region} ${text}`)).toEqual([
    '1 header jane@example.com',
    '2 body Body',
    '3 footer Page 1',
  ])
})

test('entities, tabs, breaks, split runs and text boxes become the text that a person sees', () => {
  const body =
    '<w:p><w:r><w:t>R&amp;D &#233;t</w:t></w:r><w:r><w:t>é</w:t><w:tab/><w:t>2019</w:t><w:br/><w:t>next</w:t></w:r></w:p>' +
    '<w:p><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:txbxContent></mc:Choice>' +
    '<mc:Fallback><w:p><w:r><w:t>boxed again</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:p>'
  expect(texts({ body })).toEqual(['R&D été  2019', 'next', 'boxed'])
})

test('an entity that XML does not define stays as it is written', () => {
  const body = paragraph('&constructor; &toString; &copy;')
  expect(texts({ body })).toEqual(['&constructor; &toString; &copy;'])
})

test('text deleted by a reviewer and field codes are not read', () => {
  const body =
    '<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t>kept</w:t></w:r></w:ins>' +
    '<w:r><w:instrText>HYPERLINK "x"</w:instrText></w:r></w:p>'
  expect(texts({ body })).toEqual(['kept'])
})

test('a heading is recognised by its style in any language, including inherited styles', () => {
  const styles =
    '<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/><w:rPr><w:sz w:val="32"/></w:rPr></w:style>' +
    '<w:style w:styleId="Mine"><w:basedOn w:val="berschrift1"/></w:style>'
  const body = '<w:p><w:pPr><w:pStyle w:val="Mine"/></w:pPr><w:r><w:t>Ausbildung</w:t></w:r></w:p>'
  expect(read({ body, styles }).lines[0]).toMatchObject({ isMarkedHeading: true, sizePt: 16 })
})

test('hidden text is cut between characters', () => {
  const long = `a${'\u{1f600}'.repeat(300)}`
  const body = `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>${long}</w:t></w:r></w:p>${paragraph('Seen')}`
  expect(read({ body }).hidden).toEqual([
    { page: null, trick: 'vanished', text: `a${'\u{1f600}'.repeat(249)}` },
  ])
})

test('hidden runs are removed from a line and reported with their trick', () => {
  const body =
    '<w:p><w:r><w:t>Seen </w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:t>too</w:t></w:r></w:p>'
  const { lines, hidden } = read({ body })
  expect(lines.map(({ text }) => text)).toEqual(['Seen too'])
  expect(hidden).toEqual([{ page: null, trick: 'vanished', text: 'hidden' }])
})

test('links are kept separately from the text', () => {
  const rels =
    '<Relationships><Relationship Type="http://x/hyperlink" Target="mailto:a@b.example" TargetMode="External"/></Relationships>'
  const more = [{ name: 'word/_rels/document.xml.rels', data: Buffer.from(rels) }]
  expect(read({ body: paragraph('x'), more }).links).toEqual([{ page: null, url: 'mailto:a@b.example' }])
})

const zip = (entries: Parameters<typeof composeZip>[0]) => () => readDocx(composeZip(entries), documentLimits)
const document = (xml: string) => [{ name: 'word/document.xml', data: Buffer.from(xml) }]

/** A document whose only part is not compressed and declares another size. */
function storedAs(claimedBytes: number): Buffer {
  const data = Buffer.from('<w:p><w:t>more than ten bytes</w:t></w:p>')
  const archive = composeZip([{ name: 'word/document.xml', data, claimedBytes }])
  const entry = archive.indexOf('PK\u0001\u0002')
  archive.writeUInt16LE(0, entry + 10)
  return archive
}

test.each([
  ['a ZIP that is not a DOCX', 'wrong_type', zip([{ name: 'a.txt', data: Buffer.from('a') }])],
  [
    'a ZIP bomb that declares its size',
    'inflated_size',
    zip([{ name: 'word/document.xml', data: Buffer.from('a'), claimedBytes: 60_000_000 }]),
  ],
  [
    'a false declared size',
    'damaged',
    zip([{ name: 'word/document.xml', data: Buffer.alloc(5_000), claimedBytes: 100 }]),
  ],
  ['XML that is nested too deeply', 'xml_depth', zip(document('<p>'.repeat(201)))],
  ['a DOCTYPE', 'xml_doctype', zip(document('<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'))],
  ['an unclosed tag', 'damaged', zip(document('<w:p><w:t attribute="'))],
  ['too many characters', 'characters', zip(document(`<w:p><w:t>${'a '.repeat(150_000)}</w:t></w:p>`))],
  [
    'an uncompressed part that declares a false size',
    'damaged',
    () => readDocx(storedAs(10), documentLimits),
  ],
  ['half a file', 'damaged', () => readDocx(composeDocx({ body: '' }).subarray(0, 300), documentLimits)],
])('refused: %s', (_, reason, act) => {
  expect(act).toThrow(expect.objectContaining({ reason }))
})
