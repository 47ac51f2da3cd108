import type { DocumentLimits } from '../limits/document-limits.ts'
import { RefusalError } from '../read-outcome.ts'
import { type LineRegion, numberLines } from '@gatehouse/reading/text-lines'
import type { DocumentLink, DocumentText } from '../document-text.ts'
import { readStory, type Story } from './read-story.ts'
import { type DocxStyles, readStyles } from './read-styles.ts'
import { readXml } from './read-xml.ts'
import { readZip, readZipEntry, type ZipEntry } from './read-zip.ts'

/** In reading order. Headers are included because contact details are often found only there. */
const stories: readonly { part: RegExp; region: LineRegion }[] = [
  { part: /^word\/header\d*\.xml$/, region: 'header' },
  { part: /^word\/document\d*\.xml$/, region: 'body' },
  { part: /^word\/(?:footnotes|endnotes)\.xml$/, region: 'body' },
  { part: /^word\/footer\d*\.xml$/, region: 'footer' },
]

export function readDocx(bytes: Buffer, limits: DocumentLimits): DocumentText {
  const entries = readZip(bytes, limits)
  const parts = [...entries.keys()].sort()
  if (!parts.some((part) => /^word\/document\d*\.xml$/.test(part))) throw new RefusalError('wrong_type')
  const styles = readStylesPart(entries.get('word/styles.xml'), limits)
  const read = stories.flatMap(({ part, region }) =>
    parts
      .filter((name) => part.test(name))
      .map((name) => readStory(unpack(entries.get(name)), { region, styles, depthMax: limits.xmlDepthMax })),
  )
  return {
    kind: 'docx',
    pages: null,
    lines: collectLines(read, limits),
    links: parts
      .filter((name) => /^word\/_rels\/.+\.rels$/.test(name))
      .flatMap((name) => readLinks(unpack(entries.get(name)), limits)),
    hidden: read.flatMap(({ hidden }) => hidden),
    ocrPages: [],
    europassXml: null,
  }
}

function unpack(entry: ZipEntry | undefined): string {
  return entry === undefined ? '' : readZipEntry(entry).toString('utf8')
}

function readStylesPart(entry: ZipEntry | undefined, { xmlDepthMax }: DocumentLimits): DocxStyles {
  return entry === undefined ? { styles: new Map(), defaults: {} } : readStyles(unpack(entry), xmlDepthMax)
}

function collectLines(read: readonly Story[], { charactersMax }: DocumentLimits): DocumentText['lines'] {
  const seen = new Set<string>()
  // The first page, even pages and odd pages may each have a header of their own, usually with the same text.
  const isRepeated = ({ region, text }: { region: LineRegion; text: string }) =>
    region !== 'body' && seen.size === seen.add(`${region} ${text}`).size
  const lines = read.flatMap((story) => story.lines).filter((line) => !isRepeated(line))
  const characters = lines.reduce((sum, { text }) => sum + text.length + 1, 0)
  if (characters > charactersMax) throw new RefusalError('characters')
  return numberLines(lines.map((line) => Object.assign({ page: null, box: null }, line)))
}

function readLinks(xml: string, { xmlDepthMax }: DocumentLimits): DocumentLink[] {
  const links: DocumentLink[] = []
  readXml(
    xml,
    {
      open(name, attributes) {
        const url = attributes.get('Target')
        const isLink = name === 'Relationship' && attributes.get('Type')?.endsWith('/hyperlink')
        if (isLink && url !== undefined && attributes.get('TargetMode') === 'External')
          links.push({ page: null, url })
      },
      text() {},
      close() {},
    },
    xmlDepthMax,
  )
  return links
}
