import type { DocumentText, TextLine } from './document-text.ts'
import { numberLines } from './number-lines.ts'

/** Splits plain text into numbered lines; empty lines are dropped. */
export function splitLines(text: string): DocumentText {
  const lines = text
    .replace(/^\ufeff/, '')
    .normalize('NFKC')
    .split(/\r\n?|[\n\u2028\u2029\f]/)
    .map((line) => line.replaceAll('\t', '  ').trim())
    .filter((line) => line !== '')
    .map(toLine)
  return {
    kind: 'text',
    pages: null,
    lines: numberLines(lines),
    links: [],
    hidden: [],
    ocrPages: [],
    europassXml: null,
  }
}

function toLine(text: string): Omit<TextLine, 'number'> {
  return { text, region: 'body', page: null, box: null, sizePt: 0, isBold: false, isMarkedHeading: false }
}
