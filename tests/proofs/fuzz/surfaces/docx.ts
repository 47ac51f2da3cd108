// A DOCX or Europass XML is read within its limits, or refused with a reason. No text comes from anywhere but the document, and
// reading leaves no trace in the process. An input is a ZIP, an XML document, or parts (`<name>\n<content>`, separated by the
// byte 1), which the check packs: a mutated checksum or length would end nearly every execution at the same place.
import { documentLimits } from '@gatehouse/parsing/document-limits'
import { readDocx } from '@gatehouse/parsing/read-docx'
import { readEuropass } from '@gatehouse/parsing/read-europass'
import { readDocument } from '@gatehouse/parsing/read-document'
import { RefusalError } from '@gatehouse/parsing/read-outcome'
import { readZip, readZipEntry } from '@gatehouse/parsing/read-zip'
import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { composeDocx, paragraph } from '@gatehouse/testkit/documents/compose-docx'
import { composeZip } from '@gatehouse/testkit/documents/compose-zip'
import { type Check, type Surface, promise } from '../engine/surface.ts'

const limits = {
  ...documentLimits,
  charactersMax: 600,
  inflatedBytesMax: 2_000,
  zipEntriesMax: 8,
  xmlDepthMax: 24,
}
const vocabulary = createRuleVocabulary()
const ownNames = Object.getOwnPropertyNames(Object.prototype).length

export type DocxParts = {
  readZip: typeof readZip
  readZipEntry: typeof readZipEntry
  readDocx: typeof readDocx
}

export function checkDocx(parts: DocxParts): Check {
  return async (input) => {
    if (input[0] === 0x3c) await checkEuropass(input)
    else checkArchive(isZip(input) ? input : packParts(input))
    promise(Object.getOwnPropertyNames(Object.prototype).length === ownNames, 'no prototype is changed')
  }

  function checkArchive(archive: Buffer): void {
    const unpacked = orRefused(() => unpackAll(archive))
    if (unpacked === undefined) return
    promise(unpacked.length <= limits.inflatedBytesMax, 'a document unpacks to no more than allowed')
    const text = orRefused(() => parts.readDocx(archive, limits))
    if (text === undefined) return
    const characters = text.lines.reduce((sum, line) => sum + line.text.length, 0)
    promise(characters <= limits.charactersMax, 'a document has no more characters than allowed')
    const isForeign = (line: { text: string }) => line.text.includes('native code')
    promise(!text.lines.some(isForeign) || unpacked.includes('native'), 'all text comes from the document')
  }

  function unpackAll(archive: Buffer): Buffer {
    const entries = [...parts.readZip(archive, limits).values()]
    return Buffer.concat(
      entries.map((entry) => orRefused(() => parts.readZipEntry(entry)) ?? Buffer.alloc(0)),
    )
  }
}

async function checkEuropass(xml: Buffer): Promise<void> {
  const outcome = await readDocument(xml, { limits, readPdf: () => Promise.reject(new Error('not a PDF')) })
  if (outcome.kind !== 'read' || outcome.text.europassXml === null) return
  promise(outcome.text.europassXml.length <= 3 * limits.charactersMax, 'XML is not longer than allowed')
  readEuropass(outcome.text.europassXml, vocabulary, limits)
}

/** Undefined if it is refused; any other exception is a crash. */
function orRefused<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (thrown) {
    if (thrown instanceof RefusalError) return undefined
    throw thrown
  }
}

function isZip(input: Buffer): boolean {
  return input[0] === 0x50 && input[1] === 0x4b
}

function packParts(input: Buffer): Buffer {
  const parts = input.toString().split('\u0001')
  return composeZip(
    parts.map((part) => {
      const end = part.indexOf('\n')
      return { name: part.slice(0, Math.max(0, end)), data: Buffer.from(part.slice(end + 1)) }
    }),
  )
}

export const surface: Surface = {
  name: 'docx',
  inputBytesMax: 2_500,
  dictionary: [
    '<w:p>',
    '</w:p>',
    '<w:r>',
    '<w:t>',
    '</w:t>',
    '<w:t xml:space="preserve">',
    '<w:vanish/>',
    '<w:tab/>',
    '<w:br/>',
    '<w:tbl>',
    '<w:tr>',
    '<w:tc>',
    '&amp;',
    '&#x10ffff;',
    '&constructor;',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<!DOCTYPE',
    '\ufdfa',
    'word/document.xml',
    'word/styles.xml',
    'word/header1.xml',
    'word/_rels/document.xml.rels',
    '\u0001',
    '<w:style w:styleId="',
    '<w:basedOn w:val="',
    'w:val="0"',
    '<Candidate>',
    '<CandidatePerson>',
    '<CandidateProfile>',
  ],
  seeds: async () => [composeDocx({ body: paragraph('Jordan Avery, engineer') + paragraph('Portland') })],
  open: () => checkDocx({ readZip, readZipEntry, readDocx }),
}
