// CVs of the labelled sets, with swaps by patterns: Romanian CVs against the set's jobs, English ones against the job
// that they were written for.
import { findLabelledSets } from '../../kit/labelled-data.ts'
import type { CvLanguage } from '../kit/cv-phrases.ts'
import { readPairs, readRankingSet } from '../match-quality/labelled-sets.ts'
import { readGenderedWords } from './gendered-forms.ts'
import { createSwaps } from './swap-text.ts'
import { type SwappedCv, swapKinds } from './swap-kinds.ts'

const jobsPerCv = 3

type OutsideCv = { id: string; text: string; jobs: readonly string[]; language: CvLanguage }

/** Every nth CV of the sets; none if the sets are missing. */
export async function readOutsideCvs(every: number): Promise<SwappedCv[]> {
  const folder = await findLabelledSets()
  if (!folder) return []
  const [{ jobs, talents }, pairs] = [await readRankingSet(folder), await readPairs(folder)]
  const romanian = talents.map(({ id, text }, index): OutsideCv => {
    const fitting = jobs.filter((job) => job.fitting.has(id))
    const others = [...jobs.slice(index % jobs.length), ...jobs.slice(0, index % jobs.length)]
    const chosen = [...new Set([...fitting, ...others])].slice(0, jobsPerCv)
    return { id, text, jobs: chosen.map((job) => job.text), language: 'ro' }
  })
  const english = pairs.flatMap(({ id, job, better, worse }, index): OutsideCv[] => {
    const jobsOf = [job, pairs[(index + 1) % pairs.length]?.job ?? job]
    return [
      { id: `${id} better`, text: better, jobs: jobsOf, language: 'en' },
      { id: `${id} worse`, text: worse, jobs: jobsOf, language: 'en' },
    ]
  })
  const gendered = readGenderedWords()
  const swaps = { ro: createSwaps('ro', gendered.ro), en: createSwaps('en', gendered.en) }
  return [...romanian, ...english]
    .filter((_, index) => index % every === 0)
    .map(({ id, text, jobs: own, language }) => {
      const of = language === 'ro' ? swaps.ro : swaps.en
      const swapped = Object.fromEntries(swapKinds.map((kind) => [kind, of[kind](text)]))
      return { id, text, swapped, jobs: own }
    })
}
