// Reads the committed CVs and renders them: as plain text, and as a PDF in their layout, or as a Word document where the
// font of the PDF lacks the letters of the language.
import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { composeDocx, paragraph } from '@gatehouse/testkit/documents/compose-docx'
import { composePdf, textAt } from '@gatehouse/testkit/documents/compose-pdf'
import type { CvTruth, WrittenCv } from './compose-cvs.ts'

const folder = fileURLToPath(new URL('written/', import.meta.url))

export async function readCvs(): Promise<WrittenCv[]> {
  const files = await Array.fromAsync(glob('*.txt', { cwd: folder }))
  return Promise.all(
    files.toSorted().map(async (file) => {
      const text = await readFile(`${folder}${file}`, 'utf8')
      const truth = JSON.parse(await readFile(`${folder}${file.replace('.txt', '.json')}`, 'utf8')) as CvTruth
      return { name: file.replace('.txt', ''), text, truth }
    }),
  )
}

export function linesOf({ text }: WrittenCv): string[] {
  return text.trimEnd().split('\n')
}

/** Bytes of the document, as a person would upload it. */
export function renderCv(cv: WrittenCv): Buffer {
  return cv.truth.language === 'ro' ? renderDocx(cv) : renderPdf(cv)
}

function renderDocx(cv: WrittenCv): Buffer {
  const lines = linesOf(cv).map((line) => line.replaceAll('\t', '  ').trim())
  return composeDocx({ body: lines.map((line) => paragraph(escapeXml(line))).join('') })
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

const top = 750
const [textStep, headingGap] = [16, 8]

function renderPdf(cv: WrittenCv): Buffer {
  const { layout, sidebar, headings } = cv.truth
  const headingLines = new Set(headings.map(({ line }) => line))
  const y = { main: top, side: top }
  const drawn = linesOf(cv).map((text, index) => {
    const line = index + 1
    const column = sidebar.includes(line) ? 'side' : 'main'
    if (headingLines.has(line)) y[column] -= headingGap
    const size = line === 1 ? '/F1 16 Tf' : headingLines.has(line) ? '/F1 13 Tf' : ''
    const [left = '', right] = text.split('\t')
    const at = y[column]
    y[column] -= textStep
    const [x, second] = columnsOf(layout, column)
    return [
      ...(left === '' ? [] : [textAt([x, at], toWinAnsi(left), size)]),
      ...(right === undefined ? [] : [textAt([second, at], toWinAnsi(right), size)]),
    ].join('')
  })
  return composePdf({ pages: [drawn.join('')] })
}

function columnsOf(layout: CvTruth['layout'], column: 'main' | 'side'): readonly [number, number] {
  if (layout === 'two columns') return column === 'side' ? [30, 120] : [250, 480]
  return layout === 'dates left' ? [50, 240] : [60, 400]
}

/** The codes of these characters in WinAnsi differ from Latin-1. */
const winAnsi: Readonly<Record<string, string>> = {
  '•': '\u0095',
  '–': '\u0096',
  '’': '\u0092',
  '€': '\u0080',
}

function toWinAnsi(text: string): string {
  return text.replaceAll(/[•–’€]/gu, (sign) => winAnsi[sign] ?? sign)
}
