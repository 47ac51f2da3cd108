// Finds the facts of a parsed document that are copied from it, with whether their evidence contains them.
import type { ParsedCv } from '@gatehouse/parsing/parsed-cv'

export type Evidence = ParsedCv['data']['skills'][number]['evidence'][number]

export type CopiedFact = {
  value: string
  /** Whether a piece of evidence of the same entry is at its place in the document and contains the value. */
  isSupported: boolean
}

/** Fields whose values are words of the document. Others, such as levels and months, are derived from them. */
const copiedFields: ReadonlySet<string> = new Set([
  'title',
  'employer',
  'institution',
  'degree',
  'name',
  'issuer',
  'text',
  'raw',
])

export function findCopiedFacts(text: string, data: unknown): CopiedFact[] {
  const facts: CopiedFact[] = []
  const visit = (value: unknown, evidence: readonly Evidence[] | undefined): void => {
    if (typeof value !== 'object' || value === null) return
    const own = 'evidence' in value ? (value.evidence as readonly Evidence[]) : evidence
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'evidence') continue
      if (own && typeof inner === 'string' && copiedFields.has(name))
        facts.push({ value: inner, isSupported: own.some((piece) => supports(text, piece, inner)) })
      else visit(inner, own)
    }
  }
  visit(data, undefined)
  return facts
}

function supports(text: string, { start, end, quote, status }: Evidence, value: string): boolean {
  return status !== 'unverified' && isInPlace(text, { start, end, quote }) && quote.includes(value)
}

export function isInPlace(text: string, { start, end, quote }: Pick<Evidence, 'start' | 'end' | 'quote'>) {
  return start !== null && end !== null && quote !== '' && text.slice(start, end) === quote
}
