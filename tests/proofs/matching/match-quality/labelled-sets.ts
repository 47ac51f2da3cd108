// The labelled sets as texts and judgements. Each is split by job: only the first part was used for tuning.
import { readFile, readdir } from 'node:fs/promises'

export type Part = 'tuned' | 'held out'

/** Jobs with the CVs that people judged to fit; every other CV counts as not fitting. */
export type RankingSet = {
  jobs: readonly { id: string; text: string; fitting: ReadonlySet<string>; part: Part }[]
  talents: readonly { id: string; text: string }[]
}

/** A job with a fitting CV and a copy of it with skills and years removed. */
export type Pair = { id: string; job: string; better: string; worse: string; part: Part }

export async function readRankingSet(folder: URL): Promise<RankingSet> {
  const set = new URL('talentclef-dev-ro/', folder)
  const judgements = (await readFile(new URL('qrels.tsv', set), 'utf8')).trim().split('\n')
  const fitting = new Map<string, Set<string>>()
  for (const [jobId = '', , talentId = '', relevance] of judgements.map((line) => line.split('\t'))) {
    if (Number(relevance) > 0) fitting.set(jobId, (fitting.get(jobId) ?? new Set()).add(talentId))
  }
  const jobs = await readFolder(new URL('queries/', set))
  const talents = await readFolder(new URL('corpus/', set))
  return {
    jobs: jobs.map(({ id, text }, index) => ({
      id,
      text,
      fitting: fitting.get(id) ?? new Set(),
      part: partOf(index),
    })),
    talents,
  }
}

export async function readPairs(folder: URL): Promise<Pair[]> {
  const lines = (await readFile(new URL('rjdb-test.jsonl', folder), 'utf8')).trim().split('\n')
  return lines.map((line, index) => {
    const row = JSON.parse(line) as Record<string, string>
    return {
      id: String(index),
      job: row['Job-Description'] ?? '',
      better: row['Resume-matched'] ?? '',
      worse: row['Resume-unmatched'] ?? '',
      part: partOf(index),
    }
  })
}

export type LeakageJob = { id: string; text: string; label: 'best' | 'worst' | 'neither' }

type StoredJob = {
  id: number
  title: string
  description: string
  skills: { name: string; keywords?: string[] }[]
}

export async function readLeakageJobs(folder: URL): Promise<LeakageJob[]> {
  const read = async (name: string) =>
    JSON.parse(await readFile(new URL(`goldset/${name}.json`, folder), 'utf8')) as unknown
  const { jobs } = (await read('corpus')) as { jobs: StoredJob[] }
  const { best, worst } = (await read('goldset')) as Record<'best' | 'worst', { id: number }[]>
  const has = (list: { id: number }[], id: number) => list.some((job) => job.id === id)
  return jobs.map(({ id, title, description, skills }) => ({
    id: String(id),
    text: [title, '', description, '', '## Required skills', ...skills.map(({ name }) => `- ${name}`)].join(
      '\n',
    ),
    label: has(best, id) ? 'best' : has(worst, id) ? 'worst' : 'neither',
  }))
}

function partOf(index: number): Part {
  return index % 2 === 0 ? 'tuned' : 'held out'
}

async function readFolder(folder: URL): Promise<{ id: string; text: string }[]> {
  const names = (await readdir(folder)).sort()
  return Promise.all(names.map(async (id) => ({ id, text: await readFile(new URL(id, folder), 'utf8') })))
}
