// Indexes talents in a real Postgres and ranks them for jobs, as the match-score generator does: retrieve by the index,
// score, sort.
import { oneShard } from '@gatehouse/postgres/shards'
import type { JobFacts } from '@gatehouse/jobs/job-facts'
import { talentKeys } from '@gatehouse/matching/match-keys'
import { createMatchReader } from '@gatehouse/matching/match-reader'
import { retrieveTalents } from '@gatehouse/matching/retrieve-talents'
import { createScorer } from '@gatehouse/matching/score-match'
import { writeBatch } from '@gatehouse/matching/write-batch'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { TalentFacts } from '@gatehouse/talents/talent-facts'
import { hashFacts } from '@gatehouse/vocabulary/facts-hash'
import type { SpecificityOf } from '@gatehouse/vocabulary/specificity'
import { specificityAmong } from '../kit/read-texts.ts'

export type TalentIndex = {
  specificityOf: SpecificityOf
  /** Numbers of the talents in the order of the list that a person sees, which the retrieval limits. */
  rank(job: JobFacts): Promise<number[]>
}

const talentsPerBatch = 500
const ids = createIds(createSystemClock())

/** Talents with equal points are listed in the order of their ids, so the caller passes the talents in random order. */
export async function indexTalents(
  postgres: Postgres,
  talents: readonly TalentFacts[],
): Promise<TalentIndex> {
  const companyId = ids.uuid()
  const specificityOf = specificityAmong(talents)
  const numberOf = new Map<string, number>()
  const entries = talents.map((facts, number) => {
    const id = ids.uuid()
    numberOf.set(id, number)
    return { id, entry: { factsHash: hashFacts(facts), keys: talentKeys(facts, specificityOf) } }
  })
  for (let start = 0; start < entries.length; start += talentsPerBatch)
    await postgres.transaction((tx) =>
      writeBatch(tx, companyId, { ...emptyBatch, talents: entries.slice(start, start + talentsPerBatch) }),
    )
  await postgres.query('analyze talent_postings')
  const reader = createMatchReader(oneShard(postgres))
  return {
    specificityOf,
    async rank(job) {
      const score = createScorer(job)
      const retrieved = await retrieveTalents(reader, companyId, job)
      return retrieved
        .map((id) => ({ id, number: numberOf.get(id) ?? -1 }))
        .map(({ id, number }) => ({ id, number, points: score(talents[number] as TalentFacts).points }))
        .sort((a, b) => b.points - a.points || (a.id < b.id ? -1 : 1))
        .map(({ number }) => number)
    },
  }
}

const emptyBatch = {
  jobs: [],
  kept: [],
  dropped: [],
  scored: 0,
  judgeCalls: 0,
  unjudgedIds: [],
  failedIds: [],
}
