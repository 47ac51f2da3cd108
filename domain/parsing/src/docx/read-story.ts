// Reads one story of a Word document (body, header, footer, notes) into lines. Invisible runs are collected separately,
// with the trick that hides them.
import { cutText } from '@gatehouse/reading/cut-text'
import type { LineRegion } from '@gatehouse/reading/text-lines'
import type { HiddenText } from '../document-text.ts'
import type { DocxStyles } from './read-styles.ts'
import { findRunTrick, readFormat, resolveStyle, type RunFormat } from './run-format.ts'
import { readXml } from './read-xml.ts'

type StoryLine = {
  text: string
  region: LineRegion
  isBold: boolean
  isMarkedHeading: boolean
  sizePt: number
}

export type Story = { lines: StoryLine[]; hidden: HiddenText[] }

type StoryOptions = { region: LineRegion; styles: DocxStyles; depthMax: number }

/**
 * Elements that a reader does not see: text deleted by a reviewer, field codes, and copies for old versions of Word.
 */
const skippedElements = new Set(['del', 'moveFrom', 'Fallback', 'instrText', 'delText', 'delInstrText'])

type Paragraph = {
  text: string
  boldLetters: number
  letters: number
  sizePt: number
  format: RunFormat
  isHeading: boolean
}

export function readStory(xml: string, options: StoryOptions): Story {
  const reader = new StoryReader(options)
  readXml(xml, reader, options.depthMax)
  reader.endLine()
  return { lines: reader.lines, hidden: reader.hidden }
}

class StoryReader {
  readonly lines: StoryLine[] = []
  readonly hidden: HiddenText[] = []
  readonly #options: StoryOptions
  readonly #path: string[] = []
  #skippedDepth = 0
  #paragraphs: Paragraph[] = []
  #run: RunFormat = {}
  /** Shading of the enclosing table cells, outermost first. */
  #backgrounds: (string | undefined)[] = []

  constructor(options: StoryOptions) {
    this.#options = options
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    const parent = this.#path.at(-1)
    this.#path.push(name)
    if (skippedElements.has(name)) this.#skippedDepth += 1
    if (this.#skippedDepth > 0) return
    if (name === 'p') this.#paragraphs.push(emptyParagraph())
    if (name === 'r') this.#run = {}
    if (name === 'tc') this.#backgrounds.push(undefined)
    if (name === 'pStyle') this.#setParagraphStyle(attributes.get('val'))
    if (name === 'rStyle') this.#run = { ...this.#style(attributes.get('val')).format, ...this.#run }
    if (name === 'tab') this.#add('\t')
    if (name === 'br' || name === 'cr') this.#breakLine()
    if (name === 'noBreakHyphen') this.#add('-')
    this.#readProperty(parent, { name, attributes })
  }

  text(text: string): void {
    if (this.#skippedDepth > 0 || this.#path.at(-1) !== 't') return
    const format = this.#format()
    const trick = findRunTrick(format)
    if (trick === undefined) this.#add(text, format)
    else if (text.trim() !== '') this.#hide(text, trick)
  }

  close(name: string): void {
    this.#path.pop()
    if (skippedElements.has(name)) this.#skippedDepth -= 1
    if (this.#skippedDepth > 0) return
    if (name === 'p') this.endLine()
    if (name === 'tc') this.#backgrounds.pop()
    if (name === 'r') this.#run = {}
  }

  endLine(): void {
    const paragraph = this.#paragraphs.pop()
    if (paragraph !== undefined) this.#push(paragraph)
  }

  #readProperty(
    parent: string | undefined,
    element: { name: string; attributes: ReadonlyMap<string, string> },
  ): void {
    const change = readFormat(element)
    const paragraph = this.#paragraphs.at(-1)
    if (parent === 'rPr' || this.#path.includes('textFill')) {
      // Outside a run these are the properties of the paragraph mark, which is an invisible character.
      if (this.#path.includes('r')) this.#run = { ...this.#run, ...change }
    } else if (element.name === 'shd' && parent === 'pPr' && paragraph) {
      paragraph.format = { ...paragraph.format, ...change }
    } else if (element.name === 'shd' && parent === 'tcPr') {
      this.#backgrounds[this.#backgrounds.length - 1] = change.background
    } else if (element.name === 'outlineLvl' && paragraph) {
      paragraph.isHeading ||= Number(element.attributes.get('val')) < 9
    }
  }

  #style(id: string | undefined) {
    return resolveStyle(this.#options.styles.styles, id)
  }

  #setParagraphStyle(id: string | undefined): void {
    const paragraph = this.#paragraphs.at(-1)
    if (!paragraph) return
    const { format, isHeading } = this.#style(id)
    paragraph.format = { ...paragraph.format, ...format }
    paragraph.isHeading ||= isHeading
  }

  #format(): RunFormat {
    const background = this.#backgrounds.findLast((one) => one !== undefined)
    return {
      ...this.#options.styles.defaults,
      ...(background === undefined ? {} : { background }),
      ...this.#paragraphs.at(-1)?.format,
      ...this.#run,
    }
  }

  #add(text: string, format: RunFormat = {}): void {
    const paragraph = this.#paragraphs.at(-1)
    if (!paragraph) return
    const letters = text.trim().length
    paragraph.text += text
    paragraph.letters += letters
    paragraph.boldLetters += format.isBold ? letters : 0
    paragraph.sizePt = Math.max(paragraph.sizePt, letters > 0 ? (format.sizePt ?? 0) : 0)
  }

  #hide(text: string, trick: HiddenText['trick']): void {
    const last = this.hidden.at(-1)
    if (last?.trick === trick && last.text.length < 500) last.text = cutText(`${last.text}${text}`, 500)
    else this.hidden.push({ page: null, trick, text: cutText(text, 500) })
  }

  #breakLine(): void {
    const paragraph = this.#paragraphs.at(-1)
    if (!paragraph) return
    this.#push(paragraph)
    Object.assign(paragraph, { text: '', letters: 0, boldLetters: 0 })
  }

  #push({ text, boldLetters, letters, sizePt, isHeading }: Paragraph): void {
    const clean = text
      .normalize('NFKC')
      .replaceAll(/ *\t */g, '  ')
      .replaceAll('\u00ad', '')
      .trim()
    if (clean === '') return
    this.lines.push({
      text: clean,
      region: this.#options.region,
      isBold: boldLetters * 2 > letters,
      isMarkedHeading: isHeading,
      sizePt,
    })
  }
}

function emptyParagraph(): Paragraph {
  return { text: '', boldLetters: 0, letters: 0, sizePt: 0, format: {}, isHeading: false }
}
