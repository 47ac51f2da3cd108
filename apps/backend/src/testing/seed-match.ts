// Creates a talent and a job that match, and matches them as a replica of the generator would.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createGeneratorStore } from '@gatehouse/matching/generator-store'
import { createMatchReader } from '@gatehouse/matching/match-reader'
import { addJob, addTalent, ids, operator, runUntilIdle } from '@gatehouse/matching/testing/seed-matching'

export type SeededMatch = { jobId: string; talentId: string }

export async function seedMatch(postgres: Postgres, companyId: string): Promise<SeededMatch> {
  const talentId = await addTalent(postgres, companyId, {
    title: 'Night nurse',
    skills: ['triage', 'infusions'],
  })
  const jobId = await addJob(postgres, companyId, { title: 'Night nurse', skills: ['triage', 'dialysis'] })
  await matchAll(postgres)
  return { jobId, talentId }
}

/** Matches everything that is queued, for all companies. The generator is stopped afterwards, as it was before. */
export async function matchAll(postgres: Postgres): Promise<void> {
  const store = createGeneratorStore({ postgres, ids })
  await store.start(operator)
  await runUntilIdle(store, { reader: createMatchReader(postgres), judge: null })
  await store.stop(operator)
}
