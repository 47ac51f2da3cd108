import { escapePattern } from '@gatehouse/postgres/contains-pattern'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'
import { correctedProfile } from '../correct/apply-corrections.ts'
import type { TalentCorrections } from '../correct/corrections.ts'
import { type TalentProfile, experienceMonths } from '../profile.ts'

export type ListedTalent = Pick<
  Selectable<Tables['talents']>,
  'id' | 'name' | 'status' | 'created_at' | 'updated_at'
> & { summary: TalentSummary }

/** What a list shows of a profile; null or empty if unknown. */
export type TalentSummary = {
  headline: string | null
  location: string | null
  currentRole: string | null
  currentEmployer: string | null
  topSkills: readonly string[]
  experienceMonths: number | null
}

export type TalentPage = {
  limit: number
  beforeId?: string | undefined
  status?: ListedTalent['status'] | undefined
  /** How the name begins, in any letter case. */
  namePrefix?: string | undefined
  ids?: readonly string[] | undefined
}

/** Lists talents without their texts, newest first: ids sort by creation time. */
export async function listTalents(
  database: Database,
  companyId: string,
  { limit, beforeId, status, namePrefix, ids }: TalentPage,
): Promise<ListedTalent[]> {
  let query = database
    .selectFrom('talents')
    .select(['id', 'name', 'status', 'created_at', 'updated_at', 'profile', 'corrections'])
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  if (ids !== undefined) query = query.where('id', 'in', ids)
  if (status !== undefined) query = query.where('status', '=', status)
  // The expression is that of talents_by_name_idx.
  if (namePrefix !== undefined)
    query = query.where(sql<boolean>`lower(name) like lower(${escapePattern(namePrefix)}) || '%'`)
  const rows = await query.execute()
  return rows.map(({ profile, corrections, ...row }) => {
    const summary = summarise(profile as TalentProfile | null, corrections as TalentCorrections)
    return Object.assign(row, { summary })
  })
}

const topSkillsMax = 5

function summarise(read: TalentProfile | null, corrections: TalentCorrections): TalentSummary {
  if (!read) return unknown
  // The summary shows no lines, so the text that they are counted in is not needed.
  const profile = correctedProfile({ text: '', profile: read, corrections })
  const current = profile.roles
    .filter(({ isCurrent }) => isCurrent)
    .toSorted((one, other) => ((one.start ?? '') > (other.start ?? '') ? -1 : 1))[0]
  return {
    headline: profile.headline?.value ?? null,
    location: profile.location?.text || null,
    currentRole: current?.title ?? null,
    currentEmployer: current?.employer ?? null,
    topSkills: profile.skills.slice(0, topSkillsMax).map(({ label }) => label),
    experienceMonths: experienceMonths(profile),
  }
}

const unknown: TalentSummary = {
  headline: null,
  location: null,
  currentRole: null,
  currentEmployer: null,
  topSkills: [],
  experienceMonths: null,
}
