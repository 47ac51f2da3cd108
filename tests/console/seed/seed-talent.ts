// A talent as reading a CV makes it.
import { seedDocument } from '@gatehouse/backend/testing/seed-company'
import { readProfile } from '@gatehouse/talents/read-profile'
import { saveProfile } from '@gatehouse/talents/save-profile'
import { builtInTalentNames } from '@gatehouse/talents/talent-names'
import type { SeedTarget } from './seed-target.ts'
import { shownCv } from './seed-documents.ts'

const names = builtInTalentNames()

export async function seedTalent(
  { backend: { postgres, resources } }: SeedTarget,
  companyId: string,
  text = shownCv,
): Promise<string> {
  const id = resources.ids.uuid()
  const profile = readProfile(text, { asOf: { year: 2026, month: 11 }, names })
  await postgres.transaction((tx) => saveProfile(tx, { companyId, id, sourceText: text, profile }, names))
  await seedDocument(postgres, { companyId, talentId: id, text })
  return id
}
