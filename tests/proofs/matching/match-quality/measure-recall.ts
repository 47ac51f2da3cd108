// Measures how many fitting talents are among the first 150 that the index in a real Postgres returns.
import { oneShard } from '@gatehouse/postgres/shards'
import { talentKeys } from '@gatehouse/matching/match-keys'
import { createMatchReader } from '@gatehouse/matching/match-reader'
import { retrieveTalents } from '@gatehouse/matching/retrieve-talents'
import { writeBatch } from '@gatehouse/matching/write-batch'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { hashFacts } from '@gatehouse/vocabulary/facts-hash'
import { connectToDatabase, startDatabase } from '../../kit/servers.ts'
import { readJob, readTalent, specificityAmong } from '../kit/read-texts.ts'
import type { RankingSet } from './labelled-sets.ts'
import { type ByPart, meanByPart } from './measure-ranking.ts'
import { recallAt } from './rank-metrics.ts'

export async function measureRecall({ jobs, talents }: RankingSet): Promise<ByPart> {
  await using scope = new AsyncDisposableStack()
  const server = await startDatabase(scope)
  const { pool: postgres } = connectToDatabase(scope, server.url, { poolSizeMax: 2 })
  const ids = createIds(createSystemClock())
  const companyId = ids.uuid()
  const indexed = talents.map((talent) => ({
    ...talent,
    uuid: ids.uuid(),
    facts: readTalent(talent.text),
  }))
  const specificityOf = specificityAmong(indexed.map(({ facts }) => facts))
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
  const reader = createMatchReader(oneShard(postgres))
  const values = await Promise.all(
    jobs.map(async ({ text, fitting, part }) => {
      const found = await retrieveTalents(reader, companyId, readJob(text, specificityOf))
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
