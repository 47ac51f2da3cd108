// Searches a parsed document for the values that the model invented and for those it copied.
import type { ParsedCv } from '@gatehouse/parsing/parsed-cv'
import type { ParsedJd } from '@gatehouse/parsing/parsed-jd'
import type { ExtractCase } from './compose-case.ts'

type Evidence = ParsedCv['data']['skills'][number]['evidence'][number]

export type Judgement = {
  lies: number
  /** Lies that are reported in a warning and absent from the facts. */
  liesFlagged: number
  honest: number
  honestKept: number
  evidence: number
  /** Evidence whose offsets point to exactly the quoted text. */
  evidenceInPlace: number
  problems: string[]
}

export function judgeCase(
  { text, honest, lies }: ExtractCase,
  { data, warnings }: Pick<ParsedCv | ParsedJd, 'data' | 'warnings'>,
): Judgement {
  const { values, evidence } = collect(data)
  const told = warnings.filter(({ code }) => code === 'unverified_value').map(({ message }) => message)
  const isFlagged = (lie: string) => told.some((message) => message.includes(`“${lie}”`)) && !values.has(lie)
  const isInPlace = ({ start, end, quote }: Evidence) => text.slice(start ?? 0, end ?? 0) === quote
  const found = evidence.filter(({ status }) => status !== 'unverified')
  return {
    lies: lies.length,
    liesFlagged: lies.filter(isFlagged).length,
    honest: honest.length,
    honestKept: honest.filter((value) => values.has(value)).length,
    evidence: found.length,
    evidenceInPlace: found.filter(isInPlace).length,
    problems: [
      ...lies.filter((lie) => !isFlagged(lie)).map((lie) => `“${lie}” passed for a fact`),
      ...honest.filter((value) => !values.has(value)).map((value) => `“${value}” was lost`),
    ],
  }
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
