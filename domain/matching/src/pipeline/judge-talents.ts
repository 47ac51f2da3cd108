// Calls the judge for a job's best talents, one talent per call, skipping those it has already answered. Answers are
// stored verbatim and verified each time they are used, so that a stricter check applies to old answers too.
import { createHash } from 'node:crypto'
import type { StoredJobFacts } from '@gatehouse/jobs/job-facts'
import { findInjections } from '@gatehouse/reading/find-injections'
import type { FactLine, StoredFacts } from '@gatehouse/talents/talent-facts'
import type { ClaimedVerdict, Judge, JudgedTalent, JudgeRequest, VerifiedVerdict } from '../judge/judge.ts'
import { isJudged, verifyVerdicts } from '../judge/verify-verdicts.ts'
import type { Judgement, MatchReader } from './match-store.ts'

export type Judged = {
  verdicts: ReadonlyMap<string, readonly VerifiedVerdict[]>
  judgementOf(talentId: string): Judgement
  calls: number
}

// One job must not occupy all the calls that the model admits.
const concurrentCallsMax = 4

type Question = {
  companyId: string
  job: StoredJobFacts
  talents: readonly StoredFacts[]
  signal?: AbortSignal | undefined
}

type Asked = JudgeRequest & { key: string }

export async function judgeTalents(
  { reader, judge }: { reader: MatchReader; judge: Judge },
  { companyId, job, talents, signal }: Question,
): Promise<Judged> {
  const judged = job.facts.requirements.filter(isJudged)
  const requirements = judged.map(({ id, text, importance }) => ({ id, text, importance }))
  const linesOf = await reader.readFactLines(companyId, talents)
  const asked = talents.map(({ id }): Asked => {
    const talent: JudgedTalent = { talentId: id, lines: withoutFlagged(linesOf.get(id) ?? []) }
    const key = questionKey(judge, { requirements, talent })
    return { companyId, jobId: job.id, requirements, talent, signal, key }
  })
  const stored = await reader.readVerdicts(
    companyId,
    asked.map(({ key }) => Buffer.from(key, 'hex')),
  )
  const claims = new Map<string, readonly ClaimedVerdict[]>()
  for (const { talent, key } of asked) {
    // Without requirements, or without lines of the talent, there is nothing to judge.
    const isEmpty = requirements.length === 0 || talent.lines.length === 0
    const known = isEmpty ? [] : stored.get(key)
    if (known) claims.set(talent.talentId, known)
  }
  const open = asked.filter(({ talent }) => !claims.has(talent.talentId))
  const calls = await askInLanes(open, async ({ key, ...request }) => {
    const answer = await judge.judge(request)
    if (answer.kind === 'unavailable') return false
    // The answer has been paid for, so it is stored before anything else can fail.
    const { talentId } = request.talent
    await reader.storeVerdicts({ companyId, talentId, key: Buffer.from(key, 'hex') }, answer.verdicts)
    claims.set(talentId, answer.verdicts)
    return true
  })
  const quotes = [...claims.values()].flat().flatMap(({ evidence }) => evidence.map(({ quote }) => quote))
  const concepts = await reader.readConcepts(quotes)
  const verified = asked.flatMap(({ talent }) => {
    const said = claims.get(talent.talentId)
    return said
      ? [[talent.talentId, verifyVerdicts(said, talent, { requirements: judged, concepts })] as const]
      : []
  })
  const askedTalents = new Set(talents.map(({ id }) => id))
  return {
    verdicts: new Map(verified),
    calls,
    judgementOf: (id) => (claims.has(id) ? 'JUDGED' : askedTalents.has(id) ? 'PENDING' : 'NONE'),
  }
}

/**
 * A line that addresses a reader is not sent at all: a model cannot follow what it does not read, and a mark that tells
 * it to ignore the line would be one more text to argue with. A verdict that cites such a line is dropped, because the
 * line is not among those that it may cite. People are shown the line instead.
 */
function withoutFlagged(lines: readonly FactLine[]): FactLine[] {
  const numbered = lines.map(({ line, text }) => ({ number: line, text }))
  const flagged = new Set(findInjections(numbered).flatMap((found) => found.lines))
  return lines.filter(({ line }) => !flagged.has(line))
}

/** Returns the number of calls. After an answer that is unavailable no further call is made. */
async function askInLanes(open: readonly Asked[], ask: (asked: Asked) => Promise<boolean>): Promise<number> {
  let calls = 0
  let isAvailable = true
  async function runLane(): Promise<void> {
    for (;;) {
      const next = open[calls]
      if (!next || !isAvailable) return
      calls += 1
      isAvailable = (await ask(next)) && isAvailable
    }
  }
  await Promise.all(Array.from({ length: concurrentCallsMax }, runLane))
  return calls
}

/**
 * Hash of all that the model is asked. The facts of a talent are not enough: two texts may give the same facts, and an
 * answer about one must not count for the other.
 */
function questionKey(
  { version }: Judge,
  { requirements, talent }: Pick<JudgeRequest, 'requirements' | 'talent'>,
): string {
  return createHash('sha256')
    .update(JSON.stringify([version, requirements, talent.lines]))
    .digest('hex')
}
