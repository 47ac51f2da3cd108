// Searches a parsed document for the values that the model invented and for those it copied.
import type { ParsedCv } from '@gatehouse/parsing/parsed-cv'
import type { ParsedJd } from '@gatehouse/parsing/parsed-jd'
import type { ExtractCase } from './compose-case.ts'
import { type Evidence, findCopiedFacts, isInPlace } from './find-facts.ts'
import type { EntryList, MixedLie, WholeEntry } from './own-words.ts'

export type Judgement = {
  lies: number
  /** Lies that are reported in a warning and absent from the facts. */
  liesFlagged: number
  honest: number
  honestKept: number
  /** Values of the document that the model gave to another entry. */
  mixed: number
  /** Those of them that are reported in a warning and in no fact of that entry. */
  mixedFlagged: number
  whole: number
  /** Copied entries that are kept with all their values. */
  wholeKept: number
  evidence: number
  /** Evidence whose offsets point to exactly the quoted text. */
  evidenceInPlace: number
  /** Facts of an entry that are words of the document. */
  copied: number
  /** Those of them that a piece of the entry's evidence contains, at its place in the document. */
  copiedSupported: number
  problems: string[]
}

export function judgeCase(
  { text, honest, lies, mixed, whole }: ExtractCase,
  { data, warnings }: Pick<ParsedCv | ParsedJd, 'data' | 'warnings'>,
): Judgement {
  const { values, evidence } = collect(data)
  const told = warnings.filter(({ code }) => code === 'unverified_value').map(({ message }) => message)
  const isFlagged = (lie: string) => told.some((message) => message.includes(`“${lie}”`)) && !values.has(lie)
  const lists = entriesOf(data)
  const isCombined = ({ list, values: wanted }: WholeEntry) =>
    (lists[list] ?? []).some((facts) =>
      Object.entries(wanted).every(([name, value]) => holds(facts, name, value)),
    )
  const isMixFlagged = (lie: MixedLie) =>
    told.some((message) => message.includes(`“${lie.told}”`)) && !isCombined(lie)
  const copied = findCopiedFacts(text, data)
  const found = evidence.filter(({ status }) => status !== 'unverified')
  return {
    lies: lies.length,
    liesFlagged: lies.filter(isFlagged).length,
    honest: honest.length,
    honestKept: honest.filter((value) => values.has(value)).length,
    evidence: found.length,
    evidenceInPlace: found.filter((piece) => isInPlace(text, piece)).length,
    mixed: mixed.length,
    mixedFlagged: mixed.filter(isMixFlagged).length,
    whole: whole.length,
    wholeKept: whole.filter(isCombined).length,
    copied: copied.length,
    copiedSupported: copied.filter(({ isSupported }) => isSupported).length,
    problems: [
      ...copied
        .filter(({ isSupported }) => !isSupported)
        .map(({ value }) => `“${value}” is not in the evidence of its entry`),
      ...mixed.filter((lie) => !isMixFlagged(lie)).map((lie) => `${JSON.stringify(lie)} passed for a fact`),
      ...whole.filter((one) => !isCombined(one)).map((one) => `${JSON.stringify(one)} was lost`),
      ...lies.filter((lie) => !isFlagged(lie)).map((lie) => `“${lie}” passed for a fact`),
      ...honest.filter((value) => !values.has(value)).map((value) => `“${value}” was lost`),
    ],
  }
}

type Facts = Readonly<Record<string, unknown>>

/** The entries of each list; a requirement with the skill that refers to it. */
function entriesOf(data: (ParsedCv | ParsedJd)['data']): Partial<Record<EntryList, Facts[]>> {
  if (!('requirements' in data)) return data
  const requirements = data.requirements.map((one) => {
    const skill = data.skills.find(({ requirement_id }) => requirement_id === one.id)?.name
    return { ...one, skill }
  })
  return { requirements }
}

/** Dates are compared as written, by their evidence. */
function holds(facts: Facts, name: string, value: string | number): boolean {
  if (name !== 'date_text') return facts[name] === value
  const evidence = facts['evidence'] as Evidence[]
  return evidence.some(({ quote, status }) => status !== 'unverified' && quote === value)
}

/**
 * Collects every text and number of the facts. Evidence is collected separately, because it may quote a lie from the
 * document.
 */
function collect(data: unknown): { values: Set<string>; evidence: Evidence[] } {
  const values = new Set<string>()
  const evidence: Evidence[] = []
  const visit = (value: unknown): void => {
    if (typeof value === 'string' || typeof value === 'number') values.add(String(value))
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'evidence') evidence.push(...(inner as Evidence[]))
      else visit(inner)
    }
  }
  visit(data)
  return { values, evidence }
}
