// Keeps an insight only if it has at least one quote and all its quotes occur in the lines that they cite. An insight
// that says how a person feels is dropped too, unless a quote says so.
import { foldText } from '@gatehouse/reading/fold-text'
import type { TranscriptLine } from '../meeting.ts'
import type { ClaimedInsight, Insight } from './insight.ts'

const quoteLettersMin = 3
const insightsMax = 50

/** Line numbers start at 1. Duplicate insights are kept once. */
export function verifyInsights(
  claims: readonly ClaimedInsight[],
  lines: readonly TranscriptLine[],
): Insight[] {
  const kept = new Map<string, Insight>()
  for (const { kind, text, evidence } of claims) {
    const shown = evidence.flatMap(({ line, quote }) => {
      const found = lines[line - 1]
      return found && occursIn(quote, found.text) ? [toEvidence(line, quote, found)] : []
    })
    if (shown.length === 0 || shown.length < evidence.length) continue
    if (
      findInferredFeelings(
        text,
        shown.map(({ quote }) => quote),
      ).length > 0
    )
      continue
    const name = `${kind} ${normalise(text)}`
    if (normalise(text) !== '' && !kept.has(name))
      kept.set(name, { kind, text: text.trim(), evidence: shown })
  }
  return [...kept.values()].slice(0, insightsMax)
}

function toEvidence(
  line: number,
  quote: string,
  { speaker, spokenAt }: TranscriptLine,
): Insight['evidence'][number] {
  return { line, speaker, spokenAt: spokenAt.toISOString(), quote: quote.trim() }
}

function occursIn(quote: string, text: string): boolean {
  const normalised = normalise(quote)
  return normalised.length >= quoteLettersMin && normalise(text).includes(normalised)
}

function normalise(text: string): string {
  return foldText(text).replaceAll(/\s+/g, ' ').trim()
}

// The platform must not infer what a person feels: Regulation (EU) 2024/1689, article 5, forbids it at work. The answer
// schema has no field for it and the prompt forbids it; this list is the last line of defence. It covers English only.
const feelings =
  /\b(?:emotion\w*|sentiment\w*|mood\w*|feel(?:s|ing|ings)?|felt|angr\w+|anxi\w+|annoy\w+|bored|calm|confident|confused|delighted|depress\w+|disappoint\w+|embarrass\w+|enthusias\w+|excite\w*|fear\w*|frustrat\w+|happy|unhappy|hesitant|hostile|insecure|irritat\w+|nervous\w*|optimistic|pessimistic|sad\w*|stress\w*|upset|worried|tense)\b/gu

/** Finds words for feelings in a text that do not occur in any of its quotes. */
function findInferredFeelings(text: string, quotes: readonly string[]): string[] {
  const said = foldText(quotes.join(' '))
  return [...foldText(text).matchAll(feelings)].map(([word]) => word).filter((word) => !said.includes(word))
}
