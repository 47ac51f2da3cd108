import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { loadConcepts } from '@gatehouse/vocabulary/load-concepts'
import type { RuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import type { Selectable } from 'kysely'
import { type CorrectedTalent, correctedProfile } from '../correct/apply-corrections.ts'
import { type TalentCorrections, allLines } from '../correct/corrections.ts'
import type { TalentProfile } from '../profile.ts'
import { readProfile } from '../read/read-profile.ts'
import type { TalentNames } from '../read/talent-names.ts'

export type TalentName = { companyId: string; talentId: string }

export type TalentRow = Pick<
  Selectable<Tables['talents']>,
  'id' | 'name' | 'status' | 'created_at' | 'updated_at'
> & { talent: CorrectedTalent }

/** A talent as people see it. */
export type TalentDetails = Omit<TalentRow, 'talent'> & {
  /** With corrections. */
  profile: TalentProfile
  isCorrected: boolean
  /** The lines of the CV and, after them, those that state corrections. */
  lines: readonly string[]
  /** The number of lines of the CV. */
  textLines: number
}

export async function readTalent(
  database: Database,
  name: TalentName,
  vocabulary: RuleVocabulary,
): Promise<TalentDetails | undefined> {
  const row = await readTalentRow(database, name, { vocabulary })
  return row && toDetails(row)
}

export function toDetails({ talent, ...row }: TalentRow): TalentDetails {
  return {
    ...row,
    profile: correctedProfile(talent),
    isCorrected: Object.keys(talent.corrections).length > 0,
    lines: allLines(talent.text, talent.corrections),
    textLines: talent.text.split('\n').length,
  }
}

/** A talent whose CV was read before profiles were stored gets its profile from its text, by rules. */
export async function readTalentRow(
  database: Database,
  { companyId, talentId }: TalentName,
  { vocabulary, isLocked = false }: { vocabulary: RuleVocabulary; isLocked?: boolean },
): Promise<TalentRow | undefined> {
  const query = database
    .selectFrom('talents')
    .select(['id', 'name', 'status', 'created_at', 'updated_at', 'source_text', 'profile', 'corrections'])
    .where('company_id', '=', companyId)
    .where('id', '=', talentId)
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst()
  if (!row) return undefined
  const { source_text: text, profile, corrections, ...rest } = row
  const stored = profile as TalentProfile | null
  const read = stored ?? readAgain(text, row.created_at, await loadNames(database, text, vocabulary))
  return { ...rest, talent: { text, profile: read, corrections: corrections as TalentCorrections } }
}

function readAgain(text: string, createdAt: Date, names: TalentNames): TalentProfile {
  const asOf = { year: createdAt.getUTCFullYear(), month: createdAt.getUTCMonth() + 1 }
  return readProfile(text, { asOf, names })
}

/** The names that rules look up, with the concepts of imported taxonomies that the text may name. */
export async function loadNames(
  database: Database,
  text: string,
  vocabulary: RuleVocabulary,
): Promise<TalentNames> {
  return { ...vocabulary, concepts: await loadConcepts(database, [text]) }
}
