// Corrects the profile of a talent on behalf of a person. The facts are derived again, and a change of them enqueues the
// talent for matching (a database trigger).
import type { RuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import type { Transaction } from '@gatehouse/schema/database'
import { factsOfTalent } from '../correct/apply-corrections.ts'
import { type TalentCorrections, mergeCorrections } from '../correct/corrections.ts'
import { type TalentChange, resolveChange } from '../correct/resolve-change.ts'
import { type TalentDetails, type TalentName, loadNames, readTalentRow, toDetails } from './read-talent.ts'
import { nameOfProfile } from './save-profile.ts'
import { saveFacts } from './save-talents.ts'

export const correctableFields = [
  'name',
  'headline',
  'location',
  'emails',
  'phones',
  'links',
  'languages',
  'education',
  'roles',
  'skills',
] as const satisfies readonly (keyof TalentCorrections)[]
export type CorrectableField = (typeof correctableFields)[number]

export type TalentCorrection = {
  change: TalentChange
  /** These return to what was read, before the change is applied. */
  reset: readonly CorrectableField[]
}

export type CorrectionOutcome =
  | { kind: 'corrected'; talent: TalentDetails; fields: readonly CorrectableField[] }
  | { kind: 'unknown' }
  /** The message says what to change in the request. */
  | { kind: 'invalid'; message: string }

const correctionsLengthMax = 100_000

export async function correctTalent(
  tx: Transaction,
  name: TalentName,
  { change, reset, vocabulary }: TalentCorrection & { vocabulary: RuleVocabulary },
): Promise<CorrectionOutcome> {
  const row = await readTalentRow(tx, name, { vocabulary, isLocked: true })
  if (!row) return { kind: 'unknown' }
  const { talent } = row
  const names = await loadNames(tx, talent.text, vocabulary)
  const kept = Object.fromEntries(
    Object.entries(talent.corrections).filter(([field]) => !reset.some((one) => one === field)),
  ) as TalentCorrections
  const resolved = resolveChange(change, { ...talent, corrections: kept }, names)
  if (resolved.kind === 'invalid') return resolved
  const corrections = mergeCorrections(kept, resolved.corrections)
  if (JSON.stringify(corrections).length > correctionsLengthMax)
    return { kind: 'invalid', message: 'The talent has too many corrections: reset some of them.' }
  const corrected = { ...talent, corrections }
  const shownName = corrections.name ?? nameOfProfile(talent.profile)
  const { updated_at: updatedAt } = await tx
    .updateTable('talents')
    .set((set) => ({
      name: shownName,
      profile: JSON.stringify(talent.profile),
      corrections: JSON.stringify(corrections),
      updated_at: set.fn<Date>('now'),
    }))
    .where('company_id', '=', name.companyId)
    .where('id', '=', name.talentId)
    .returning('updated_at')
    .executeTakeFirstOrThrow()
  const { companyId, talentId: id } = name
  await saveFacts(tx, [{ companyId, id, facts: factsOfTalent(corrected, names) }])
  const fields = correctableFields.filter((field) => field in resolved.corrections || reset.includes(field))
  return {
    kind: 'corrected',
    talent: toDetails({ ...row, name: shownName, updated_at: updatedAt, talent: corrected }),
    fields,
  }
}
