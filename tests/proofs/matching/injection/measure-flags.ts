// Measures how many injections are flagged, and how many honest CVs.
import { findInjections } from '@gatehouse/reading/find-injections'
import { findLabelledSets } from '../../kit/labelled-data.ts'
import { readPairs, readRankingSet } from '../match-quality/labelled-sets.ts'
import { composeCv } from './compose-cv.ts'
import { type HonestLines, type Injection, type Part, languages } from './injection-set.ts'

export type Share = { flagged: number; of: number }

/** An injection is flagged if at least one of its lines is. */
export function measureInjections(
  injections: readonly Injection[],
): Record<'all' | Part, Share> & { missed: Injection[] } {
  const cvOf = ({ language, lines, where }: Injection) =>
    composeCv({ language, trade: 'waiter', code: 'zz0000', added: { lines, where } })
  const isFlagged = (injection: Injection) =>
    flaggedTexts(cvOf(injection)).some((text) => injection.lines.includes(text))
  const missed = injections.filter((injection) => !isFlagged(injection))
  const shareOf = (part?: Part): Share => {
    const isIn = (one: Injection) => part === undefined || one.part === part
    const of = injections.filter(isIn).length
    return { flagged: of - missed.filter(isIn).length, of }
  }
  return { all: shareOf(), dev: shareOf('dev'), 'held-out': shareOf('held-out'), missed }
}

/** CVs in five languages, each with an honest line that looks like an injection. */
export function measureGenerated(
  honest: readonly HonestLines[],
  cvs: number,
): Record<'all' | 'held-out', Share> {
  const all = { flagged: 0, of: cvs }
  const heldOut = { flagged: 0, of: 0 }
  for (let index = 0; index < cvs; index += 1) {
    const near = honest[index % honest.length]
    const language = near?.language ?? languages[index % languages.length] ?? 'en'
    const trade = index % 2 === 0 ? 'developer' : 'waiter'
    const where = (['summary', 'experience', 'skills', 'end'] as const)[index % 4] ?? 'end'
    const added = near && { lines: near.lines, where }
    const text = composeCv({ language, trade, code: 'zz0000', ...(added && { added }) })
    const isFlagged = flaggedTexts(text).length > 0
    if (isFlagged) all.flagged += 1
    if (near?.part !== 'held-out') continue
    heldOut.of += 1
    if (isFlagged) heldOut.flagged += 1
  }
  return { all, 'held-out': heldOut }
}

/** The CVs of the outside sets; undefined if they are missing. */
export async function measureOutside(): Promise<Share | undefined> {
  const folder = await findLabelledSets()
  if (!folder) return undefined
  const { talents } = await readRankingSet(folder)
  const pairs = await readPairs(folder)
  const texts = [...talents.map(({ text }) => text), ...pairs.map(({ better }) => better)]
  return { flagged: texts.filter((text) => flaggedTexts(text).length > 0).length, of: texts.length }
}

function flaggedTexts(text: string): string[] {
  const lines = text.split('\n')
  const found = findInjections(lines.map((line, number) => ({ number, text: line })))
  return found.flatMap((injection) => injection.lines.map((number) => lines[number] ?? ''))
}
