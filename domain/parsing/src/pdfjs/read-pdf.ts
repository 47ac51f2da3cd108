import type { DocumentLimits } from '../limits/document-limits.ts'
import { groupLines } from '../pdf/group-lines.ts'
import { type JudgedPage, judgeVisibility } from '../pdf/judge-visibility.ts'
import { orderLines } from '../pdf/order-lines.ts'
import type { Box } from '../pdf/page-content.ts'
import { prepareStreams } from '../pdf/prepare-streams.ts'
import { RefusalError } from '../read-outcome.ts'
import { cutText } from '@gatehouse/reading/cut-text'
import { numberLines, type TextLine } from '@gatehouse/reading/text-lines'
import type { DocumentLink, DocumentText, HiddenText } from '../document-text.ts'
import { trimEuropassXml } from '../europass/europass-xml.ts'
import { drawPage } from './draw-page.ts'
import type { OpenPdf, PdfDocument, PdfLibrary, PdfPage } from './load-pdf-library.ts'
import { listOperations, toNumbers, toRecord } from './page-operation.ts'
import type { PageFont } from './place-text.ts'

type ReadPage = {
  lines: Omit<TextLine, 'number'>[]
  hidden: HiddenText[]
  links: DocumentLink[]
  isScan: boolean
}

/**
 * The end of the file is searched for within this many bytes, because some producers and mail gateways append garbage
 * after it.
 */
const endBytes = 4_096
/** Larger attachments are photographs and the like. */
const attachmentBytesMax = 5_242_880
/** Hidden text is quoted as evidence for a recruiter; a short excerpt is enough. */
const hiddenCharactersMax = 500

/** Reads the visible text of a PDF. `onPages` is called with the number of pages before the first one is read. */
export async function readPdf(
  library: PdfLibrary,
  bytes: Buffer,
  { limits, onPages }: Reading,
): Promise<DocumentText> {
  if (isCutOff(bytes)) throw new RefusalError('damaged')
  await prepareStreams(bytes, limits)
  const opened = await open(library, bytes)
  try {
    return await readPages(library, opened.document, { limits, onPages })
  } finally {
    await opened.close()
  }
}

type Reading = { limits: DocumentLimits; onPages(pages: number): void }

async function readPages(
  library: PdfLibrary,
  document: PdfDocument,
  reading: Reading,
): Promise<DocumentText> {
  const { limits, onPages } = reading
  if (document.numPages > limits.pagesMax) throw new RefusalError('pages')
  onPages(document.numPages)
  const europassXml = await findEuropassXml(document, limits)
  const layers = await document.getOptionalContentConfig()
  const pages: ReadPage[] = []
  let characters = 0
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const read = await readPage(library, { page, number, isLayerVisible: (group) => layers.isVisible(group) })
    characters += read.lines.reduce((sum, { text }) => sum + text.length + 1, 0)
    if (characters > limits.charactersMax) throw new RefusalError('characters')
    pages.push(read)
  }
  return {
    kind: 'pdf',
    pages: document.numPages,
    lines: numberLines(pages.flatMap(({ lines }) => lines)),
    links: pages.flatMap(({ links }) => links),
    hidden: pages.flatMap(({ hidden }) => hidden),
    ocrPages: pages.flatMap(({ isScan }, index) => (isScan ? [index + 1] : [])),
    europassXml,
  }
}

/** pdf.js would recover what it can from a truncated file, and half a CV would pass for a whole one. */
function isCutOff(bytes: Buffer): boolean {
  const end = bytes.subarray(-endBytes).toString('latin1')
  return !end.includes('%%EOF') && !end.includes('startxref')
}

async function open(library: PdfLibrary, bytes: Buffer): Promise<OpenPdf> {
  try {
    return await library.open(bytes)
  } catch (thrown) {
    const name = thrown instanceof Error ? thrown.name : ''
    throw new RefusalError(name === 'PasswordException' ? 'password_protected' : 'damaged')
  }
}

async function findEuropassXml(document: PdfDocument, limits: DocumentLimits): Promise<string | null> {
  const attachments = await document.getAttachments()
  for (const key of attachments?.keys() ?? []) {
    const content = await document.getAttachmentContent(key)
    if (!(content instanceof Uint8Array) || content.length > attachmentBytesMax) continue
    const xml = readAttachment(new TextDecoder().decode(content), limits)
    if (xml !== undefined) return xml
  }
  return null
}

/** An attachment that is malformed or too long is ignored; the pages can still be read. */
function readAttachment(xml: string, limits: DocumentLimits): string | undefined {
  try {
    return trimEuropassXml(xml, limits)
  } catch {
    return undefined
  }
}

type PageToRead = { page: PdfPage; number: number; isLayerVisible(group: unknown): boolean }

async function readPage(
  library: PdfLibrary,
  { page, number, isLayerVisible }: PageToRead,
): Promise<ReadPage> {
  const list = await page.getOperatorList()
  const view = toBox(page.view)
  const content = drawPage(listOperations(list, library.operatorNames), {
    view,
    userUnit: page.userUnit,
    findFont: (id) => findFont(page, id),
    isLayerVisible,
    operatorName: (code) => (typeof code === 'number' ? (library.operatorNames.get(code) ?? '') : ''),
  })
  const judged = judgeVisibility(content)
  const lines = orderLines(groupLines(judged.visible)).map(({ text, box, sizePt, isBold }) => ({
    text,
    region: 'body' as const,
    page: number,
    box: {
      left: box.left,
      right: box.right,
      top: content.view.top - box.top,
      bottom: content.view.top - box.bottom,
    },
    sizePt,
    isBold,
    isMarkedHeading: false,
  }))
  const links = await findLinks(page, number)
  page.cleanup()
  return { lines, hidden: describeHidden(judged, number), links, isScan: judged.isScan }
}

function toBox(view: readonly number[]): Box {
  const [left = 0, bottom = 0, right = 0, top = 0] = view
  return { left, bottom, right, top }
}

function findFont(page: PdfPage, id: string): PageFont {
  const font = page.commonObjs.has(id) ? toRecord(page.commonObjs.get(id)) : {}
  const name = typeof font['name'] === 'string' ? font['name'] : ''
  const isDrawn = font['isType3Font'] === true
  const scale = Math.abs(toNumbers(font['fontMatrix'])[0] ?? 0.001) || 0.001
  return {
    isBold: font['bold'] === true || font['black'] === true || /bold|black|heavy|semibold/i.test(name),
    isDrawn,
    isVertical: font['vertical'] === true,
    unitsPerEm: isDrawn ? 1 / scale : 1_000,
  }
}

async function findLinks(page: PdfPage, number: number): Promise<DocumentLink[]> {
  const annotations = await page.getAnnotations()
  return annotations.flatMap((annotation) => {
    const url = toRecord(annotation)['url']
    return typeof url === 'string' ? [{ page: number, url }] : []
  })
}

function describeHidden({ hidden }: JudgedPage, page: number): HiddenText[] {
  const tricks = new Set(hidden.map(({ trick }) => trick))
  return [...tricks].map((trick) => {
    const glyphs = hidden.filter((one) => one.trick === trick).map(({ glyph }) => glyph)
    const text = groupLines(glyphs)
      .map((segment) => segment.text)
      .join(' ')
    return { page, trick, text: cutText(text, hiddenCharactersMax) }
  })
}
