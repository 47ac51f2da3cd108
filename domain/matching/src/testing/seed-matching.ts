// Creates talents and jobs from a few words, for tests.
import { readJobText } from '@gatehouse/jobs/read-job-text'
import { saveJobs } from '@gatehouse/jobs/save-jobs'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { readProfile } from '@gatehouse/talents/read-profile'
import { saveProfile } from '@gatehouse/talents/save-profile'
import { builtInTalentNames } from '@gatehouse/talents/talent-names'
import { type MatchDeps, matchJobs } from '../pipeline/match-jobs.ts'
import { matchTalents } from '../pipeline/match-talents.ts'
import type { GeneratorStore } from '../generator/generator-store.ts'

export const operator = { kind: 'operator', id: 'test' } as const
export const ids = createIds(createSystemClock())
const asOf = { year: 2026, month: 11 }

type Seeded = {
  id?: string
  title: string
  skills: readonly string[]
  /** Instead of the usual text. */ text?: string
}

/** Adds a talent who held the given title for four years and has the given skills. */
export async function addTalent(
  postgres: Postgres,
  companyId: string,
  { id = ids.uuid(), title, skills, text }: Seeded,
): Promise<string> {
  const sourceText =
    text ??
    `Ann Example\n\nEXPERIENCE\n${title} (2019 - 2023)\n\nSKILLS\n${skills.map((skill) => `- ${skill}`).join('\n')}\n`
  const names = builtInTalentNames()
  const profile = readProfile(sourceText, { asOf, names })
  await postgres.transaction((tx) => saveProfile(tx, { companyId, id, sourceText, profile }, names))
  return id
}

export async function addJob(
  postgres: Postgres,
  companyId: string,
  { id = ids.uuid(), title, skills, text }: Seeded,
): Promise<string> {
  const descriptionText =
    text ?? `${title}\n\nRequired skills\n${skills.map((skill) => `- ${skill}`).join('\n')}\n`
  const facts = readJobText(descriptionText, () => 1_000)
  await postgres.transaction((tx) =>
    saveJobs(tx, [{ companyId, id, title, status: 'ACTIVE', descriptionText, facts }]),
  )
  return id
}

/** Claims and finishes batches until none is left, as one replica would. */
export async function runUntilIdle(store: GeneratorStore, deps: MatchDeps, replica = 'one'): Promise<number> {
  for (let batches = 0; ; batches += 1) {
    const claimed = await store.claim(replica)
    if (claimed.kind !== 'claimed') return batches
    const { batch } = claimed
    const match = batch.subject === 'JOB' ? matchJobs : matchTalents
    await store.finish(batch, await match(deps, batch.companyId, batch.subjectIds), 5)
  }
}
