// Jobs from text and uploaded CVs, up to matches with evidence. Each CV was written for one of the jobs.
import { readFile } from 'node:fs/promises'
import { composeDocx, paragraph } from '@gatehouse/testkit/documents/compose-docx'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import type { Company } from './set-up-company.ts'

export type PostedJob = { id: string; name: string }

export type MatchedCv = { fileName: string; tookMs: number }

export type JobMatches = { name: string; matches: readonly Match[] }

type Match = {
  talentId: string
  score: string
  isUpToDate: boolean
  rows: readonly { text: string; lines: readonly number[]; quotes: readonly string[] }[]
}

// Each request counts against the limit per client address.
const pauseMs = 250

export async function postJobs({ id: companyId, admin }: Company): Promise<PostedJob[]> {
  const jobs: PostedJob[] = []
  for (const { job: name, title, text } of await readSections('postings.txt')) {
    const { createJob } = await admin.ask<{ createJob: { id: string } }>(
      'mutation ($companyId: ID!, $input: CreateJobInput!) { createJob(companyId: $companyId, input: $input) { id } }',
      { companyId, input: { title, descriptionText: text, status: 'ACTIVE' } },
    )
    jobs.push({ id: createJob.id, name })
  }
  return jobs
}

/** Uploads every CV and waits until each is in the list of its job, with evidence. Slowest last. */
export async function matchCvs(
  company: Company,
  { jobs, withinMs }: { jobs: readonly PostedJob[]; withinMs: number },
): Promise<MatchedCv[]> {
  const waiting = new Map<string, { fileName: string; job: string; startedMs: number }>()
  for (const cv of await readSections('cvs.txt')) {
    const startedMs = performance.now()
    waiting.set(await upload(company, cv), { fileName: cv.title, job: cv.job, startedMs })
  }
  const matched: MatchedCv[] = []
  const areAllMatched = async () => {
    for (const { name, matches } of await readMatches(company, jobs)) {
      for (const { talentId } of matches.filter(hasEvidence)) {
        const cv = waiting.get(talentId)
        if (cv?.job !== name) continue
        waiting.delete(talentId)
        matched.push({ fileName: cv.fileName, tookMs: performance.now() - cv.startedMs })
      }
    }
    return waiting.size === 0
  }
  await waitUntil(areAllMatched, { withinMs, pauseMs, what: 'every CV is matched' }).catch(
    (thrown: unknown) => {
      const names = [...waiting.values()].map(({ fileName }) => fileName)
      throw new Error(`not matched with their jobs: ${names.join(', ')}`, { cause: thrown })
    },
  )
  return matched.toSorted((left, right) => left.tookMs - right.tookMs)
}

/** The present lists of all jobs, in one request. */
export async function readMatches(
  { id: companyId, admin }: Company,
  jobs: readonly PostedJob[],
): Promise<JobMatches[]> {
  const lists = jobs.map(
    ({ id }, index) =>
      `job${index}: matches(companyId: $companyId, jobId: "${id}") { nodes { talentId score isUpToDate rows { text lines quotes } } }`,
  )
  const query = `query ($companyId: ID!) { ${lists.join('\n')} }`
  const data = await admin.ask<Record<string, { nodes: Match[] }>>(query, { companyId })
  return jobs.map(({ name }, index) => ({ name, matches: data[`job${index}`]?.nodes ?? [] }))
}

/** Waits until nothing of these jobs is queued: CVs are parsed by the model, talents compared. */
export async function untilNothingIsQueued(
  { id: companyId, admin }: Company,
  { job, withinMs }: { job: PostedJob; withinMs: number },
): Promise<void> {
  type State = { status: string; cvsWaiting: number; talentsWaiting: number; lastMatchedAt: string | null }
  const isQuiet = async () => {
    const { matchingState: state } = await admin.ask<{ matchingState: State }>(
      `query ($companyId: ID!, $jobId: ID!) {
         matchingState(companyId: $companyId, jobId: $jobId) { status cvsWaiting talentsWaiting lastMatchedAt } }`,
      { companyId, jobId: job.id },
    )
    const { status, cvsWaiting, talentsWaiting, lastMatchedAt } = state
    return status === 'MATCHED' && cvsWaiting + talentsWaiting === 0 && lastMatchedAt !== null
  }
  await waitUntil(isQuiet, { withinMs, pauseMs: 1_000, what: 'nothing is queued' })
}

export function hasEvidence({ isUpToDate, rows }: Match): boolean {
  return (
    isUpToDate && rows.some(({ lines, quotes }) => lines.length > 0 && quotes.every((text) => text !== ''))
  )
}

async function upload({ id, admin }: Company, { title: fileName, text }: Section): Promise<string> {
  const query = new URLSearchParams({ companyId: id, kind: 'cv', name: fileName })
  const body = fileName.endsWith('.docx')
    ? composeDocx({
        body: text
          .split('\n')
          .map((line) => paragraph(escapeXml(line)))
          .join(''),
      })
    : Buffer.from(text)
  const response = await fetch(`${admin.backend}/documents?${query.toString()}`, {
    method: 'POST',
    headers: { authorization: admin.authorization() },
    body: new Uint8Array(body),
  })
  const { talent_id: talentId } = (await response.json()) as { talent_id?: string }
  if (response.status !== 202 || talentId === undefined)
    throw new Error(`the upload of ${fileName} was answered with ${response.status}`)
  return talentId
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

type Section = { job: string; language: string; title: string; text: string }

/** Each section begins with a line `==== job language title`. */
async function readSections(file: string): Promise<Section[]> {
  const content = await readFile(new URL(`data/${file}`, import.meta.url), 'utf8')
  return content
    .split(/^==== /m)
    .slice(1)
    .map((section) => {
      const [head = '', ...lines] = section.split('\n')
      const [job = '', language = '', ...title] = head.split(' ')
      return { job, language, title: title.join(' '), text: lines.join('\n').trim() }
    })
}
