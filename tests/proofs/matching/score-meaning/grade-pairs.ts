// The graded pairs: jobs and CVs written for this project, with the band that a person gave to each pair and the
// requirement that decided it. Only the tuned pairs were looked at while the scoring was tuned. Once held-out pairs have been
// looked at, they are tuned ones: those with a number from 200 on were held out before.
import { readFile, readdir } from 'node:fs/promises'
import type { JobFacts } from '@gatehouse/jobs/job-facts'
import type { Band, MatchScore, RequirementStatus } from '@gatehouse/matching/match-score'
import { createScorer } from '@gatehouse/matching/score-match'
import type { TalentFacts } from '@gatehouse/talents/talent-facts'
import { readJob, readTalent, specificityAmong } from '../kit/read-texts.ts'

export const halves = ['tuned', 'held-out'] as const
type Half = (typeof halves)[number]

type WrittenFile = {
  job: string
  talents: { cv: string; band: Band; reason: { requirement: string; status: RequirementStatus } }[]
}

export type GradedPair = {
  /** Name of the file and number of the talent in it. */
  id: string
  half: Half
  job: JobFacts
  talent: TalentFacts
  score: MatchScore
  band: Band
  isReasonRight: boolean
}

/** The month in which the CVs were written. */
const asOf = { year: 2026, month: 11 }

export type WrittenJob = { half: Half; name: string; written: WrittenFile }

export async function readWrittenJobs(): Promise<WrittenJob[]> {
  return (await Promise.all(halves.map(readHalf))).flat()
}

export async function gradePairs(): Promise<GradedPair[]> {
  const files = await readWrittenJobs()
  const read = files.map(({ half, name, written }) => ({
    half,
    name,
    text: written.job,
    talents: written.talents.map(({ cv, band, reason }) => ({ band, reason, facts: readTalent(cv, asOf) })),
  }))
  const specificityOf = specificityAmong(read.flatMap(({ talents }) => talents.map(({ facts }) => facts)))
  return read.flatMap(({ half, name, text, talents }) => {
    const job = readJob(text, specificityOf)
    const scoreTalent = createScorer(job)
    return talents.map(({ facts: talent, band, reason }, index): GradedPair => {
      const score = scoreTalent(talent)
      const line = text.split('\n').findIndex((one) => one.includes(reason.requirement))
      const onLine = new Set(job.requirements.filter((one) => one.line === line).map(({ id }) => id))
      const isReasonRight = score.rows.some(
        ({ requirementId, status }) => onLine.has(requirementId) && status === reason.status,
      )
      return { id: `${name} ${index + 1}`, half, job, talent, score, band, isReasonRight }
    })
  })
}

async function readHalf(half: Half): Promise<WrittenJob[]> {
  const folder = new URL(`pairs/${half}/`, import.meta.url)
  // The folder of held-out pairs may be missing: they are written after the rules.
  const names: string[] = await readdir(folder).catch(() => [])
  return Promise.all(
    names.toSorted().map(async (name) => ({
      half,
      name: name.replace('.json', ''),
      written: JSON.parse(await readFile(new URL(name, folder), 'utf8')) as WrittenFile,
    })),
  )
}
