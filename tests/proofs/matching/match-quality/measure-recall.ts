// Measures how many fitting talents are among the first 150 that the index in a real Postgres returns.
import { readJobText } from '@gatehouse/jobs/read-job-text'
import { jobKeys, talentKeys } from '@gatehouse/matching/match-keys'
import { createMatchReader } from '@gatehouse/matching/match-reader'
import { writeBatch } from '@gatehouse/matching/write-batch'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { readTalentText } from '@gatehouse/talents/read-talent-text'
import { hashFacts } from '@gatehouse/vocabulary/facts-hash'
import { connectToDatabase, startDatabase } from '../../kit/servers.ts'
import type { RankingSet } from './labelled-sets.ts'
import { type ByPart, asOf, learnSpecificity, meanByPart } from './measure-ranking.ts'
import { recallAt } from './rank-metrics.ts'

export async function measureRecall({ jobs, talents }: RankingSet): Promise<ByPart> {
  await using scope = new AsyncDisposableStack()
  const server = await startDatabase(scope)
  const { pool: postgres } = connectToDatabase(scope, server.url, { poolSizeMax: 2 })
  const ids = createIds(createSystemClock())
  const companyId = ids.uuid()
  const specificityOf = learnSpecificity(talents.map(({ text }) => text))
  const indexed = talents.map((talent) => ({
    ...talent,
    uuid: ids.uuid(),
    facts: readTalentText(talent.text, asOf),
  }))
  await postgres.transaction((tx) =>
    writeBatch(tx, companyId, {
      talents: indexed.map(({ uuid, facts }) => ({
        id: uuid,
        entry: { factsHash: hashFacts(facts), keys: talentKeys(facts, specificityOf) },
      })),
      jobs: [],
      kept: [],
      dropped: [],
      scored: 0,
      judgeCalls: 0,
      unjudgedIds: [],
      failedIds: [],
    }),
  )
  const nameOf = new Map(indexed.map(({ id, uuid }) => [uuid, id]))
  const reader = createMatchReader(postgres)
  const values = await Promise.all(
    jobs.map(async ({ text, fitting, part }) => {
      const found = await reader.retrieveTalents(companyId, jobKeys(readJobText(text, specificityOf)))
      return {
        part,
        value: recallAt(
          150,
          found.map((uuid) => nameOf.get(uuid) ?? ''),
          fitting,
        ),
      }
    }),
  )
  return meanByPart(values)
}
