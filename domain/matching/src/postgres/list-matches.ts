// Lists the matches of a job with the explanation of their scores. The explanation is not stored: the score is a pure
// function of facts, so it is recomputed, and shown only if it adds up to the stored score.
import { readActiveJobFacts } from '@gatehouse/jobs/read-jobs'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { isUuid } from '@gatehouse/runtime/ids'
import type { FlaggedLine } from '@gatehouse/talents/profile'
import { readActiveFacts, readFactLines } from '@gatehouse/talents/read-talents'
import type { FactLine } from '@gatehouse/talents/talent-facts'
import type { VerifiedVerdict } from '../judge/judge.ts'
import type { Judgement } from '../pipeline/match-store.ts'
import { type ExplainedRow, type Explanation, explainMatch, formatPoints } from '../score/explain-match.ts'
import { addedByRows, bandOfPoints, rangeOf } from '../score/choose-band.ts'
import { type Band, type MatchScore, fullDegree } from '../score/match-score.ts'
import { createScorer } from '../score/score-match.ts'

export type ListedMatch = {
  /** Position in the list of the job's matches. Opaque to callers. */
  id: string
  jobId: string
  talentId: string
  talentName: string | null
  /** 0–100 with five decimals, exact. */
  score: string
  band: Band
  /** Share of the job's weight that could be compared with the talent's facts, in ten-thousandths. */
  coverage: number
  judgement: Judgement
  computedAt: Date
  /** Lines of the talent's text, from 0, that address a reader. No fact and no verdict is taken from them. */
  flaggedLines: readonly FlaggedLine[]
  /** Null if the job or the talent has changed since the score was computed, until it is recomputed. */
  evidence: MatchEvidence | null
}

export type MatchEvidence = Omit<Explanation, 'rows'> & {
  rows: readonly EvidenceRow[]
  /** The lowest score of the band, to which the rows add. */
  bandStart: string
  /** Text of the lines that the talent's facts point to, which are those that the rows cite and others. */
  lineTexts: ReadonlyMap<number, string>
}

export type EvidenceRow = ExplainedRow & {
  /** What the row counts, and what it could count at most, of 100 with five decimals, exact. */
  points: string
  share: string
  /** What the row adds to the score: the start of the band and all rows add up to it, exactly. */
  adds: string
  /** Whether a model's verdict, whose quotes are among the lines, counts in the row. */
  isJudged: boolean
}

type MatchRow = {
  talent_id: string
  name: string | null
  points: number
  coverage: number
  job_hash: Buffer
  talent_hash: Buffer
  judgement: Judgement
  verdicts: VerifiedVerdict[]
  computed_at: Date
  /** Null if the talent has no profile. */
  flagged: FlaggedLine[] | null
}

type JobRef = { companyId: string; jobId: string }

export type MatchPage = JobRef & {
  limit: number
  /** The `id` of the last match that the caller has seen. */
  after?: string | undefined
}

/** Best first; a job keeps at most a hundred matches. */
export async function listMatches(
  postgres: Queryable,
  { companyId, jobId, limit, after }: MatchPage,
): Promise<ListedMatch[]> {
  const from = after === undefined ? undefined : readPosition(after)
  if (after !== undefined && !from) return []
  const { rows } = await postgres.query<MatchRow>({
    name: 'list-matches',
    text: `
      ${selectMatches}
         and ($4::integer is null or m.points < $4 or (m.points = $4 and m.talent_id > $5::uuid))
       order by m.points desc, m.talent_id
       limit $3`,
    values: [companyId, jobId, limit, from?.points ?? null, from?.talentId ?? null],
  })
  return toListed(postgres, { companyId, jobId }, rows)
}

/** Returns undefined if the talent is not among the matches of the job. */
export async function readMatch(
  postgres: Queryable,
  { companyId, jobId, talentId }: JobRef & { talentId: string },
): Promise<ListedMatch | undefined> {
  const { rows } = await postgres.query<MatchRow>({
    name: 'read-match',
    text: `${selectMatches} and m.talent_id = $3`,
    values: [companyId, jobId, talentId],
  })
  return (await toListed(postgres, { companyId, jobId }, rows))[0]
}

export type MatchOfTalent = Pick<ListedMatch, 'jobId' | 'score' | 'band' | 'computedAt'> & {
  jobTitle: string
}

/** The jobs that fit a talent best, without explanations. */
export async function listMatchesOfTalent(
  postgres: Queryable,
  { companyId, talentId, limit }: { companyId: string; talentId: string; limit: number },
): Promise<MatchOfTalent[]> {
  const { rows } = await postgres.query<{ job_id: string; title: string; points: number; computed_at: Date }>(
    {
      name: 'list-matches-of-talent',
      text: `
      select m.job_id, j.title, m.points, m.computed_at
        from matches m
        join jobs j on j.company_id = m.company_id and j.id = m.job_id
       where m.company_id = $1 and m.talent_id = $2
       order by m.points desc, m.job_id
       limit $3`,
      values: [companyId, talentId, limit],
    },
  )
  return rows.map((row) => ({
    jobId: row.job_id,
    jobTitle: row.title,
    score: formatPoints(row.points),
    band: bandOfPoints(row.points),
    computedAt: row.computed_at,
  }))
}

export type MatchInputs = {
  talentName: string | null
  flagged: readonly FlaggedLine[]
  verdicts: readonly VerifiedVerdict[]
  /** Undefined if the talent is not among the matches of the job. */
  jobHash: Buffer | undefined
  talentHash: Buffer | undefined
}

/** Reads what a score depends on besides the facts, also for a talent who is not among the matches of the job. */
export async function readMatchInputs(
  postgres: Queryable,
  { companyId, jobId, talentId }: JobRef & { talentId: string },
): Promise<MatchInputs> {
  const { rows } = await postgres.query<
    Pick<MatchRow, 'name' | 'flagged'> & Partial<Pick<MatchRow, 'job_hash' | 'talent_hash' | 'verdicts'>>
  >({
    name: 'read-match-inputs',
    text: `
      select t.name, t.profile -> 'flagged' as flagged, m.job_hash, m.talent_hash, m.verdicts
        from talents t
        left join matches m on m.company_id = t.company_id and m.job_id = $2 and m.talent_id = t.id
       where t.company_id = $1 and t.id = $3`,
    values: [companyId, jobId, talentId],
  })
  const [row] = rows
  return {
    talentName: row?.name ?? null,
    flagged: row?.flagged ?? [],
    verdicts: row?.verdicts ?? [],
    jobHash: row?.job_hash ?? undefined,
    talentHash: row?.talent_hash ?? undefined,
  }
}

const selectMatches = `
      select m.talent_id, t.name, m.points, m.coverage, m.job_hash, m.talent_hash, m.judgement, m.verdicts, m.computed_at,
             t.profile -> 'flagged' as flagged
        from matches m
        join talents t on t.company_id = m.company_id and t.id = m.talent_id
       where m.company_id = $1 and m.job_id = $2`

async function toListed(postgres: Queryable, job: JobRef, rows: readonly MatchRow[]): Promise<ListedMatch[]> {
  const explain = await prepareExplain(postgres, { ...job, matches: rows })
  return rows.map((row) => ({
    id: `${row.points}-${row.talent_id}`,
    jobId: job.jobId,
    talentId: row.talent_id,
    talentName: row.name,
    score: formatPoints(row.points),
    band: bandOfPoints(row.points),
    coverage: row.coverage,
    judgement: row.judgement,
    computedAt: row.computed_at,
    flaggedLines: row.flagged ?? [],
    evidence: explain(row),
  }))
}

/**
 * A score may change between two pages, so the position has the points and not only the talent. Returns undefined for a
 * string that is not a position.
 */
function readPosition(position: string): { points: number; talentId: string } | undefined {
  const { points, talentId } = /^(?<points>\d{1,8})-(?<talentId>.*)$/s.exec(position)?.groups ?? {}
  return points !== undefined && isUuid(talentId) ? { points: Number(points), talentId } : undefined
}

type ToExplain = { companyId: string; jobId: string; matches: readonly MatchRow[] }

async function prepareExplain(
  postgres: Queryable,
  { companyId, jobId, matches }: ToExplain,
): Promise<(match: MatchRow) => MatchEvidence | null> {
  if (matches.length === 0) return () => null
  const talentIds = matches.map(({ talent_id }) => talent_id)
  const [[job], talents] = await Promise.all([
    readActiveJobFacts(postgres, companyId, [jobId]),
    readActiveFacts(postgres, companyId, talentIds),
  ])
  if (!job) return () => null
  const linesOf = await readFactLines(postgres, companyId, talents)
  const talentOf = new Map(talents.map((talent) => [talent.id, talent]))
  const score = createScorer(job.facts)
  return ({ talent_id, job_hash, talent_hash, points, verdicts }) => {
    const talent = talentOf.get(talent_id)
    if (!talent?.factsHash.equals(talent_hash) || !job.factsHash.equals(job_hash)) return null
    const computed = score(talent.facts, { verdicts })
    if (computed.points !== points) return null
    const pointsIf = (requirementId: string) =>
      score(talent.facts, { verdicts, assumed: new Map([[requirementId, 'met']]) }).points
    return toEvidence(computed, { pointsIf, lines: linesOf.get(talent_id) })
  }
}

type EvidenceParts = {
  pointsIf: (requirementId: string) => number
  lines: readonly FactLine[] | undefined
}

export function toEvidence(computed: MatchScore, { pointsIf, lines = [] }: EvidenceParts): MatchEvidence {
  const { rows, ...explanation } = explainMatch(computed, pointsIf)
  const added = addedByRows(computed.band, computed.rows)
  return {
    ...explanation,
    bandStart: formatPoints(rangeOf(computed.band)[0]),
    rows: computed.rows.flatMap(({ points, share, verdict }, index) => {
      const row = rows[index]
      if (!row) return []
      return Object.assign(row, {
        points: formatPoints(points),
        share: formatPoints(share * fullDegree),
        adds: formatPoints(added[index] ?? 0),
        isJudged: verdict !== null,
      })
    }),
    lineTexts: new Map(lines.map(({ line, text }) => [line, text])),
  }
}
