import { composeDocx, paragraph } from '@gatehouse/testkit/documents/compose-docx'
import { composePdf, packStream, textAt } from '@gatehouse/testkit/documents/compose-pdf'
import { afterAll, expect, test } from 'vitest'
import { documentLimits } from '../limits/document-limits.ts'
import type { ReadOutcome } from '../read-outcome.ts'
import { createDocumentReader } from './create-document-reader.ts'

const patience = 120_000
const name = 'Jordan Avery, platform engineer'
const limits = { ...documentLimits, cpuMsBase: 20_000, wallMsMax: 60_000 }
const reader = createDocumentReader({ limits, processes: 1, waitingMax: 3, documentsPerProcess: 3 })
afterAll(() => reader[Symbol.asyncDispose]())

const firstLine = (outcome: ReadOutcome) => (outcome.kind === 'read' ? outcome.text.lines[0]?.text : outcome)
const pdf = () => composePdf({ pages: [textAt([72, 700], name)] })

test(
  'reads PDF, DOCX and text in sequence, also after a process is replaced',
  async () => {
    const documents = [pdf(), composeDocx({ body: paragraph(name) }), Buffer.from(name), pdf(), pdf(), pdf()]
    for (const document of documents) expect(firstLine(await reader.read(document))).toBe(name)
  },
  patience,
)

test(
  'returns the position of a line on its page, and the targets of links',
  async () => {
    const annotation =
      '/Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (mailto:a@b.example) >>'
    const bytes = composePdf({ pages: [textAt([72, 700], name)], extra: [{ dictionary: annotation }] })
    const linked = Buffer.from(
      bytes.toString('latin1').replace('/Type /Page /', '/Annots [10 0 R] /Type /Page /'),
      'latin1',
    )
    const outcome = await reader.read(linked)
    expect(outcome).toMatchObject({
      kind: 'read',
      text: {
        pages: 1,
        lines: [{ number: 1, page: 1, sizePt: 11 }],
        links: [{ page: 1, url: 'mailto:a@b.example' }],
      },
    })
    const box = outcome.kind === 'read' ? outcome.text.lines[0]?.box : undefined
    expect(box?.left).toBeCloseTo(72, 0)
    expect(box?.bottom).toBeCloseTo(92, 0)
  },
  patience,
)

test(
  'finds the Europass document embedded in a PDF',
  async () => {
    const xml =
      '<Candidate xmlns="http://www.europass.eu/1.0"><CandidatePerson/><CandidateProfile/></Candidate>'
    const file = packStream(Buffer.from(xml), '/Type /EmbeddedFile')
    const spec = {
      dictionary: '/Type /Filespec /F (attachment.xml) /UF (attachment.xml) /EF << /F 10 0 R >>',
    }
    const catalog = '/Names << /EmbeddedFiles << /Names [(attachment.xml) 11 0 R] >> >>'
    const outcome = await reader.read(
      composePdf({ pages: [textAt([72, 700], name)], extra: [file, spec], catalog }),
    )
    expect(outcome).toMatchObject({ kind: 'read', text: { europassXml: xml } })
  },
  patience,
)

test.each([
  ['a page without text', 'no_text', composePdf({ pages: ['0 0 100 100 re f'] })],
  ['a page with hidden text only', 'no_text', composePdf({ pages: [textAt([72, 700], name, '3 Tr')] })],
  ['51 pages', 'pages', composePdf({ pages: Array.from({ length: 51 }, () => textAt([72, 700], name)) })],
  ['an empty file', 'empty', Buffer.alloc(0)],
  ['a text with too few letters', 'short_text', Buffer.from('12 34 ... ab')],
  ['an unknown file type', 'wrong_type', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7])],
  ['more than 10 MiB', 'file_size', Buffer.alloc(10_485_761, 'a')],
  ['half a PDF', 'damaged', pdf().subarray(0, 500)],
])(
  'refuses %s: %s',
  async (_, reason, bytes) => {
    expect(await reader.read(bytes)).toMatchObject({ kind: 'refused', reason })
  },
  patience,
)

test(
  'a process that uses too much time or memory is killed, and the next document is read',
  async () => {
    const tight = { ...documentLimits, cpuMsBase: 0, cpuMsPerPage: 1, memoryBytesMax: 1_000_000_000 }
    const form = (content: string, next: string) =>
      packStream(Buffer.from(content), `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${next}`)
    // The forms are small enough that the watcher ends the process before the heap limit or the wall-clock limit does.
    const forms = Array.from({ length: 3 }, (_, level) =>
      form('/X Do '.repeat(10), `/Resources << /XObject << /X ${11 + level} 0 R >> >>`),
    )
    const bomb = composePdf({
      pages: ['/X Do'],
      extra: [...forms, form('0 0 1 1 re f', '')],
      resources: '/XObject << /X 10 0 R >>',
    })
    await using slow = createDocumentReader({ limits: tight, processes: 1, waitingMax: 3 })
    expect(await slow.read(bomb)).toMatchObject({ kind: 'refused', reason: 'time' })

    const small = { ...limits, memoryBytesMax: 1_000_000 }
    await using narrow = createDocumentReader({ limits: small, processes: 1, waitingMax: 3 })
    expect(await narrow.read(bomb)).toMatchObject({ kind: 'refused', reason: 'memory' })
    expect(firstLine(await reader.read(pdf()))).toBe(name)
  },
  patience,
)

test(
  'documents beyond the queue limit are refused, and a closed reader refuses all',
  async () => {
    await using busy = createDocumentReader({ limits, processes: 1, waitingMax: 1 })
    const outcomes = await Promise.all([pdf(), pdf(), pdf()].map((document) => busy.read(document)))
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['read', 'read', 'unavailable'])
    await busy[Symbol.asyncDispose]()
    expect(await busy.read(pdf())).toEqual({ kind: 'unavailable' })
  },
  patience,
)
