// Finds lines that address a reader who evaluates the document, a model above all: orders, dictated answers, forged
// markup. They cause a warning, and matching neither takes facts from them nor shows them to a model. A list of words can
// be evaded, so no defence may rely on it alone.
import { type TextLine, isListItem } from '../text-lines.ts'
import { forgesEnd, hasForgedMarkup } from './forged-markup.ts'
import { breaksRule } from './injection-rules.ts'
import { revealText } from './reveal-text.ts'
import { soundsAddressed } from './score-sentence.ts'
import { type WordTagger, createWordTagger } from './tag-words.ts'

/** `lines` are the numbers of the line, or of the two lines over which the sentence runs. */
export type FoundInjection = { lines: readonly number[]; quote: string }

type NumberedLine = Pick<TextLine, 'number' | 'text'>

/** Maximum length of a quoted phrase. */
const quoteMax = 200

/** Created on first use, because it takes some milliseconds. */
let known: WordTagger | undefined

export function findInjections(lines: readonly NumberedLine[]): FoundInjection[] {
  const tagger = (known ??= createWordTagger())
  const read = lines.map(({ text }) =>
    (text.match(boundedParts) ?? []).flatMap((part) => revealText(part, tagger.isWord)),
  )
  const found: FoundInjection[] = []
  for (const [index, line] of lines.entries()) {
    const readings = read[index] ?? []
    // Callers may leave out lines, and only a neighbour continues a sentence.
    const next = lines[index + 1]?.number === line.number + 1 ? lines[index + 1] : undefined
    if (readings.some((reading) => isInjection(reading, tagger))) {
      found.push({ lines: [line.number], quote: line.text.trim().slice(0, quoteMax) })
    } else if (next && runsOn({ line, next, readings, nextReadings: read[index + 1] ?? [], tagger })) {
      const quote = `${line.text.trim()} ${next.text.trim()}`.slice(0, quoteMax)
      found.push({ lines: [line.number, next.number], quote })
    }
  }
  return found
}

function isInjection(reading: string, tagger: WordTagger): boolean {
  return hasForgedMarkup(reading) || windowsOf(reading).some((window) => addressesReader(window, tagger))
}

function addressesReader(window: string, tagger: WordTagger): boolean {
  const tagged = tagger.tag(window)
  return breaksRule(tagged) || soundsAddressed(tagged, window)
}

type TwoLines = {
  line: NumberedLine
  next: NumberedLine
  readings: readonly string[]
  nextReadings: readonly string[]
  tagger: WordTagger
}

/** Whether a sentence that runs from one line to the next is an injection that neither line alone is. */
function runsOn({ line, next, readings, nextReadings, tagger }: TwoLines): boolean {
  const [first = '', second = ''] = [readings[0], nextReadings[0]]
  if (forgesEnd(first, second)) return true
  if (!isContinued(line.text, next.text)) return false
  return readings.some((reading, index) => {
    const rest = nextReadings[index] ?? second
    const joined = `${sentencesOf(reading).at(-1) ?? ''} ${sentencesOf(rest)[0] ?? ''}`
    return joined.length <= windowMax && addressesReader(joined, tagger)
  })
}

// A line that is shorter and does not end in the middle of a sentence is usually a line of its own.
const wrappedLineMin = 45

function isContinued(line: string, next: string): boolean {
  const [end, start] = [line.trimEnd(), next.trimStart()]
  if (start === '' || isListItem(next)) return false
  return /^\p{Ll}/u.test(start) || (end.length >= wrappedLineMin && !/[.!?:]$/.test(end))
}

const windowMax = 300
const pairMax = 160

/** Sentences, and short neighbouring sentences together, because an order often takes two. */
function windowsOf(reading: string): string[] {
  const sentences = sentencesOf(reading)
  const pairs = sentences.slice(1).map((sentence, index) => `${sentences[index] ?? ''} ${sentence}`)
  return [...sentences, ...pairs.filter((pair) => pair.length <= pairMax)]
}

function sentencesOf(reading: string): string[] {
  return reading.split(/(?<=[.!?;])\s+/).flatMap((sentence) => sentence.match(parts) ?? [])
}

/** Texts that were not split into bounded lines are read in parts, because some patterns take quadratic time. */
const boundedParts = /.{1,500}/gs

/** Parts of a bounded length that end at a space. */
const parts = new RegExp(`\\S.{0,${windowMax}}(?!\\S)|\\S{${windowMax}}`, 'gs')
