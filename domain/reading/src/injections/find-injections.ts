// Finds lines that address a reader who evaluates the document, a model above all: orders, dictated answers, forged
// markup. They cause a warning, and matching neither takes facts from them nor shows them to a model. A line is flagged if
// it has forged markup or if its score exceeds the threshold. Both can be evaded, so no defence may rely on them alone.
import { cutText } from '../cut-text.ts'
import { type TextLine, isListItem } from '../text-lines.ts'
import { forgesEnd, hasForgedMarkup } from './forged-markup.ts'
import { type LineScorer, createLineScorer } from './line-score.ts'
import { revealText } from './reveal-text.ts'
import { type WordTagger, createWordTagger } from './tag-words.ts'
import { joinTexts, windowsOf } from './text-windows.ts'

/** `lines` are the numbers of the line, or of the two lines over which the sentence runs. */
export type FoundInjection = { lines: readonly number[]; quote: string }

type NumberedLine = Pick<TextLine, 'number' | 'text'>
type Judge = { tagger: WordTagger; scorer: LineScorer }

/** Maximum length of a quoted phrase. */
const quoteMax = 200

/** Created on first use, because it takes some milliseconds. */
let known: Judge | undefined

export function findInjections(lines: readonly NumberedLine[]): FoundInjection[] {
  const judge = (known ??= { tagger: createWordTagger(), scorer: createLineScorer() })
  const read = lines.map(({ text }) =>
    (text.match(boundedParts) ?? []).flatMap((part) => revealText(part, judge.tagger.isWord)),
  )
  const isAlone = read.map((readings) => readings.some((reading) => isInjection(reading, judge)))
  const found: FoundInjection[] = []
  for (const [index, line] of lines.entries()) {
    if (found.at(-1)?.lines.includes(line.number)) continue
    const readings = read[index] ?? []
    // Callers may leave out lines, and only a neighbour continues a sentence.
    const next = lines[index + 1]?.number === line.number + 1 ? lines[index + 1] : undefined
    if (isAlone[index]) {
      found.push({ lines: [line.number], quote: cutText(line.text.trim(), quoteMax) })
    } else if (next && forgesEnd(readings[0] ?? '', read[index + 1]?.[0] ?? '')) {
      found.push(inTwoLines(line, next))
    } else if (
      next &&
      // An honest line before an injection is not a part of it.
      !isAlone[index + 1] &&
      runsOn({ line, next, readings, nextReadings: read[index + 1] ?? [], judge })
    ) {
      found.push(inTwoLines(line, next))
    }
  }
  return found
}

/**
 * What a flagged line says beside the injection: its sentences that are flagged neither alone nor together with a neighbour.
 * Empty if they are less than half of the line, or if it is flagged for another reason.
 */
export function honestPart(line: string): string {
  const sentences = line.split(/(?<=[.!?;])\s+/u)
  const isFlagged = (text: string) => findInjections([{ number: 0, text }]).length > 0
  const alone = sentences.map((text) => isFlagged(text))
  const isOfPair = (at: number) => isFlagged(sentences.slice(at, at + 2).join(' '))
  const honest = sentences.filter((_, at) =>
    alone.includes(true) ? !alone[at] : !isOfPair(at) && (at === 0 || !isOfPair(at - 1)),
  )
  const kept = honest.join(' ')
  const isKept = honest.length < sentences.length && kept.length * 2 >= line.length && !hasForgedMarkup(line)
  return isKept ? kept : ''
}

function inTwoLines(line: NumberedLine, next: NumberedLine): FoundInjection {
  const quote = cutText(`${line.text.trim()} ${next.text.trim()}`, quoteMax)
  return { lines: [line.number, next.number], quote }
}

function isInjection(reading: string, judge: Judge): boolean {
  return hasForgedMarkup(reading) || windowsOf(reading).some((window) => addressesReader(window, judge))
}

function addressesReader(window: string, { tagger, scorer }: Judge): boolean {
  return scorer.soundsAddressed(window, tagger.tag(window))
}

type TwoLines = {
  line: NumberedLine
  next: NumberedLine
  readings: readonly string[]
  nextReadings: readonly string[]
  judge: Judge
}

/** Whether a sentence that runs from one line to the next is an injection that neither line alone is. */
function runsOn({ line, next, readings, nextReadings, judge }: TwoLines): boolean {
  if (!isContinued(line.text, next.text)) return false
  return readings.some((reading, index) => {
    const joined = joinTexts(reading, nextReadings[index] ?? nextReadings[0] ?? '')
    return joined !== undefined && addressesReader(joined, judge)
  })
}

// A line that is shorter and does not end in the middle of a sentence is usually a line of its own.
const wrappedLineMin = 45

function isContinued(line: string, next: string): boolean {
  const [end, start] = [line.trimEnd(), next.trimStart()]
  if (start === '' || isListItem(next)) return false
  return /^\p{Ll}/u.test(start) || (end.length >= wrappedLineMin && !/[.!?:]$/.test(end))
}

/** Texts that were not split into bounded lines are read in parts, because some patterns take quadratic time. */
const boundedParts = /.{1,500}/gs
