// Adds a change to the corrections of a job. What the change does not mention stays as it is.
import type { EducationLevel, LanguageLevel } from '@gatehouse/reading/levels'
import { tooManyCorrections, unknownRequirement } from '../job-faults.ts'
import type { EmploymentType, Importance, JobPosting, Seniority, Workplace } from '../posting.ts'
import {
  type AddedRequirement,
  type CorrectedPlace,
  type CorrectedSalary,
  type JobCorrections,
  type RequirementCorrection,
  idOfAdded,
  keyOfRequirement,
} from './job-corrections.ts'

export const correctableFields = [
  'workplace',
  'employmentTypes',
  'seniority',
  'salary',
  'locations',
  'employer',
  'requirements',
] as const
export type CorrectableField = (typeof correctableFields)[number]

/** A null field keeps its current correction, if any. */
export type CorrectionsChange = {
  workplace: Workplace | null
  employmentTypes: readonly EmploymentType[] | null
  seniority: Seniority | null
  salary: CorrectedSalary | null
  locations: readonly CorrectedPlace[] | null
  employer: string | null
  requirements: readonly RequirementChange[] | null
  added: readonly AddedRequirement[] | null
  /** Fields that the posting states nothing about, whatever was read. */
  unset: readonly Exclude<CorrectableField, 'requirements'>[] | null
  /** Fields whose corrections are dropped, before the change is applied. */
  reset: readonly CorrectableField[] | null
}

/** Names a requirement by its id, or all requirements of a line by its number. */
export type RequirementChange = {
  id: string | null
  line: number | null
  importance: Importance | null
  minYears: number | null
  educationLevel: EducationLevel | null
  languageLevel: LanguageLevel | null
  isDropped: boolean | null
}

/** More than a posting has requirements. */
const requirementCorrectionsMax = 200

/** `posting`: as read, with the ids and lines that the change names. */
export function changeCorrections(
  current: JobCorrections,
  change: CorrectionsChange,
  posting: JobPosting,
): JobCorrections {
  const kept = withoutFields(current, change.reset ?? [])
  const { workplace, employmentTypes, seniority, salary, locations, employer } = change
  const changed: JobCorrections = {
    ...kept,
    ...unsetValues(change.unset ?? []),
    ...(workplace !== null && { workplace }),
    ...(employmentTypes !== null && { employmentTypes: [...new Set(employmentTypes)] }),
    ...(seniority !== null && { seniority }),
    ...(salary !== null && { salary }),
    ...(locations !== null && { locations }),
    ...(employer !== null && { employer }),
  }
  const all = changeRequirements(changed, change, posting)
  const count = Object.keys(all.requirements ?? {}).length + (all.added?.length ?? 0)
  if (count > requirementCorrectionsMax) throw tooManyCorrections(requirementCorrectionsMax)
  return all
}

function withoutFields(
  { added, ...corrections }: JobCorrections,
  fields: readonly CorrectableField[],
): JobCorrections {
  const isReset = (field: string) => (fields as readonly string[]).includes(field)
  const kept = Object.fromEntries(Object.entries(corrections).filter(([field]) => !isReset(field)))
  return isReset('requirements') || added === undefined ? kept : { ...kept, added }
}

function unsetValues(fields: readonly Exclude<CorrectableField, 'requirements'>[]): JobCorrections {
  const isList = (field: string) => field === 'employmentTypes' || field === 'locations'
  return Object.fromEntries(fields.map((field) => [field, isList(field) ? [] : null]))
}

function changeRequirements(
  corrections: JobCorrections,
  { requirements, added }: CorrectionsChange,
  posting: JobPosting,
): JobCorrections {
  const byKey = new Map(Object.entries(corrections.requirements ?? {}))
  let own = [...(corrections.added ?? [])]
  const droppedIds = new Set<string>()
  for (const change of requirements ?? []) {
    const index = own.findIndex((_, at) => idOfAdded(at) === change.id)
    const target = own[index]
    if (target) {
      if (change.isDropped === true) droppedIds.add(idOfAdded(index))
      else own[index] = changeAdded(target, change)
      continue
    }
    for (const key of keysOf(change, posting)) byKey.set(key, merge(byKey.get(key), change))
  }
  own = [...own.filter((_, at) => !droppedIds.has(idOfAdded(at))), ...(added ?? [])]
  return {
    ...corrections,
    ...(byKey.size > 0 && { requirements: Object.fromEntries(byKey) }),
    ...(own.length > 0 || corrections.added ? { added: own } : {}),
  }
}

function keysOf({ id, line }: RequirementChange, posting: JobPosting): string[] {
  const named = posting.requirements.filter((one) => one.id === id || (line !== null && one.line === line))
  if (named.length === 0) throw unknownRequirement(id ?? `line ${line}`)
  return named.map(keyOfRequirement)
}

function merge(known: RequirementCorrection | undefined, change: RequirementChange): RequirementCorrection {
  return {
    importance: change.importance ?? known?.importance ?? null,
    minYears: change.minYears ?? known?.minYears ?? null,
    educationLevel: change.educationLevel ?? known?.educationLevel ?? null,
    languageLevel: change.languageLevel ?? known?.languageLevel ?? null,
    isDropped: change.isDropped ?? known?.isDropped ?? false,
  }
}

function changeAdded(added: AddedRequirement, change: RequirementChange): AddedRequirement {
  return {
    ...added,
    importance: change.importance ?? added.importance,
    minYears: change.minYears ?? added.minYears,
    educationLevel: change.educationLevel ?? added.educationLevel,
    languageLevel: change.languageLevel ?? added.languageLevel,
  }
}
