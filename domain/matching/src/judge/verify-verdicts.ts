// Keeps a model's verdict only if it has at least one quote and all its quotes occur in the lines that they cite.
// Otherwise it is dropped, and the facts alone decide about the requirement.
import { foldText } from '@gatehouse/reading/fold-text'
import type { ClaimedVerdict, JudgedTalent, VerifiedVerdict } from './judge.ts'

const quoteLettersMin = 3

export function verifyVerdicts(
  claims: readonly ClaimedVerdict[],
  { lines }: JudgedTalent,
  asked: ReadonlySet<string>,
): VerifiedVerdict[] {
  const textOf = new Map(lines.map(({ line, text }) => [line, normalise(text)]))
  const verified = new Map<string, VerifiedVerdict>()
  for (const { requirementId, verdict, evidence } of claims) {
    if (verdict === 'unknown' || !asked.has(requirementId)) continue
    const isShown =
      evidence.length > 0 && evidence.every(({ line, quote }) => occursIn(quote, textOf.get(line)))
    if (!isShown) continue
    // Contradictory verdicts on one requirement cancel each other.
    if (verified.has(requirementId) && verified.get(requirementId)?.verdict !== verdict) {
      verified.delete(requirementId)
      continue
    }
    const found = [...new Set(evidence.map(({ line }) => line))].sort((a, b) => a - b)
    verified.set(requirementId, { requirementId, verdict, lines: found })
  }
  return [...verified.values()]
}

function occursIn(quote: string, text: string | undefined): boolean {
  const normalised = normalise(quote)
  return text !== undefined && normalised.length >= quoteLettersMin && text.includes(normalised)
}

function normalise(text: string): string {
  return foldText(text).replaceAll(/\s+/g, ' ').trim()
}
