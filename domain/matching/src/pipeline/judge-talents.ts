// Calls the judge for a job's best talents, ten at a time, skipping those it has already answered. Answers are stored
// verbatim and verified each time they are used, so that a stricter check applies to old answers too.
import { createHash } from 'node:crypto'
import type { StoredJobFacts } from '@gatehouse/jobs/job-facts'
import type { StoredFacts } from '@gatehouse/talents/talent-facts'
import type { ClaimedVerdict, Judge, JudgedTalent, VerifiedVerdict } from '../judge/judge.ts'
import { verifyVerdicts } from '../judge/verify-verdicts.ts'
import type { Judgement, MatchReader } from './match-store.ts'

export type Judged = {
  verdicts: ReadonlyMap<string, readonly VerifiedVerdict[]>
  judgementOf(talentId: string): Judgement
  calls: number
}

const talentsPerCall = 10

type Question = {
  companyId: string
  job: StoredJobFacts
  talents: readonly StoredFacts[]
  signal?: AbortSignal | undefined
}

export async function judgeTalents(
  { reader, judge }: { reader: MatchReader; judge: Judge },
  { companyId, job, talents, signal }: Question,
): Promise<Judged> {
  const keyOf = new Map(talents.map((talent) => [talent.id, verdictKey(judge, job, talent)]))
  const claims = new Map<string, readonly ClaimedVerdict[]>()
  const stored = await reader.readVerdicts([...keyOf.values()])
  for (const [id, key] of keyOf) {
    const known = stored.get(key.toString('hex'))
    if (known) claims.set(id, known)
  }
  const linesOf = await reader.readFactLines(companyId, talents)
  const toJudged = ({ id }: StoredFacts): JudgedTalent => ({ talentId: id, lines: linesOf.get(id) ?? [] })
  const requirements = job.facts.requirements.map(({ id, text, importance }) => ({ id, text, importance }))
  // Without requirements, or without lines of the talent, there is nothing to judge.
  for (const { id } of talents)
    if (requirements.length === 0 || (linesOf.get(id) ?? []).length === 0) claims.set(id, [])
  // Ordered by hash, so that a model's bias towards the first talent favours no one systematically.
  const open = talents.filter(({ id }) => !claims.has(id)).toSorted((a, b) => compareKeys(keyOf, a.id, b.id))
  async function ask(asked: readonly StoredFacts[]): Promise<void> {
    const request = { companyId, jobId: job.id, requirements, talents: asked.map(toJudged), signal }
    const answer = await judge.judge(request)
    if (answer.kind === 'unavailable') return
    const answered = asked.map(({ id }) => [id, answer.verdicts.get(id) ?? []] as const)
    // The answer has been paid for, so it is stored before anything else can fail.
    await reader.storeVerdicts(
      new Map(answered.map(([id, said]) => [keyOf.get(id)?.toString('hex') ?? '', said])),
    )
    for (const [id, said] of answered) claims.set(id, said)
  }
  const groups = inGroups(open, talentsPerCall)
  await Promise.all(groups.map(ask))
  const askedIds = new Set(requirements.map(({ id }) => id))
  const verified = talents.flatMap((talent) => {
    const said = claims.get(talent.id)
    return said ? [[talent.id, verifyVerdicts(said, toJudged(talent), askedIds)] as const] : []
  })
  const asked = new Set(talents.map(({ id }) => id))
  return {
    verdicts: new Map(verified),
    calls: groups.length,
    judgementOf: (id) => (claims.has(id) ? 'JUDGED' : asked.has(id) ? 'PENDING' : 'NONE'),
  }
}

function inGroups<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )
}

function verdictKey({ version }: Judge, job: StoredJobFacts, talent: StoredFacts): Buffer {
  return createHash('sha256')
    .update(version)
    .update('\0')
    .update(job.factsHash)
    .update(talent.factsHash)
    .digest()
}

function compareKeys(keyOf: ReadonlyMap<string, Buffer>, a: string, b: string): number {
  return Buffer.compare(keyOf.get(a) ?? Buffer.alloc(0), keyOf.get(b) ?? Buffer.alloc(0))
}
