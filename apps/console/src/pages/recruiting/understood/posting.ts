// What was read from the text of a job. Jobs and previews have the same fields.
import type { CreateJobVariables, PreviewJobResult } from '../jobs/jobs.generated.ts'

export type Posting = Omit<PreviewJobResult['previewJob'], 'title'>
export type Requirement = Posting['requirements'][number]
export type Importance = Requirement['importance']
export type Workplace = NonNullable<Posting['workplace']>['value']
export type EmploymentType = Posting['employmentTypes'][number]['value']
export type Corrections = NonNullable<CreateJobVariables['input']['corrections']>

/** One change that a person makes to what was read. */
export type Correction =
  | { kind: 'importance'; requirement: Requirement; importance: Importance }
  | { kind: 'drop'; requirement: Requirement }
  | { kind: 'add'; text: string; importance: Importance }
  | { kind: 'workplace'; value: Workplace | null }
  | { kind: 'employment'; value: EmploymentType | null }
  | { kind: 'place'; text: string }

/** The change as the backend takes it. Ids are those of the posting that is shown. */
export function toCorrections(correction: Correction): Corrections {
  switch (correction.kind) {
    case 'importance':
      return {
        requirements: [{ id: correction.requirement.id, importance: correction.importance }],
      }
    case 'drop':
      return { requirements: [{ id: correction.requirement.id, isDropped: true }] }
    case 'add':
      return { added: [{ text: correction.text, importance: correction.importance, category: 'other' }] }
    case 'workplace':
      return correction.value === null ? { unset: ['workplace'] } : { workplace: correction.value }
    case 'employment':
      return correction.value === null
        ? { unset: ['employmentTypes'] }
        : { employmentTypes: [correction.value] }
    case 'place':
      return correction.text === '' ? { unset: ['locations'] } : { locations: [{ text: correction.text }] }
  }
}

/** Several changes at once, in the order in which they were made. */
export function joinCorrections(corrections: readonly Correction[], posting: Posting): Corrections {
  const joined: { -readonly [Name in keyof Corrections]: Corrections[Name] } = {}
  for (const correction of corrections) {
    const { requirements, added, unset, ...values } = toCorrections(locate(correction, posting))
    Object.assign(joined, values)
    if (requirements) joined.requirements = [...(joined.requirements ?? []), ...requirements]
    if (added) joined.added = [...(joined.added ?? []), ...added]
    if (unset) joined.unset = [...(joined.unset ?? []), ...unset]
  }
  return joined
}

/** The posting as it will be with the changes, before they are saved. */
export function applyCorrections(corrections: readonly Correction[], posting: Posting): Posting {
  return corrections.reduce((shown, correction) => applyOne(locate(correction, shown), shown), posting)
}

function applyOne(correction: Correction, posting: Posting): Posting {
  const { requirements } = posting
  switch (correction.kind) {
    case 'importance': {
      const { requirement, importance } = correction
      const change = (one: Requirement) =>
        one.id === requirement.id ? { ...one, importance, isCorrected: true } : one
      return { ...posting, requirements: requirements.map(change) }
    }
    case 'drop':
      return { ...posting, requirements: requirements.filter(({ id }) => id !== correction.requirement.id) }
    case 'add':
      return { ...posting, requirements: [...requirements, toRequirement(correction, requirements.length)] }
    case 'workplace':
      return { ...posting, workplace: correction.value && { value: correction.value, line: null } }
    case 'employment':
      return {
        ...posting,
        employmentTypes: correction.value === null ? [] : [{ value: correction.value, line: null }],
      }
    case 'place': {
      const { text } = correction
      return { ...posting, locations: text === '' ? [] : [{ text, country: null, line: null }] }
    }
  }
}

/** Ids belong to one reading; when the text has changed since, the same requirement is found by its words. */
function locate(correction: Correction, { requirements }: Posting): Correction {
  if (!('requirement' in correction)) return correction
  const found = requirements.find(({ text }) => text === correction.requirement.text)
  return found ? { ...correction, requirement: found } : correction
}

function toRequirement(
  { text, importance }: { text: string; importance: Importance },
  at: number,
): Requirement {
  return {
    id: `added-${at}`,
    category: 'other',
    importance,
    text,
    line: null,
    minYears: null,
    educationLevel: null,
    educationField: null,
    language: null,
    languageLevel: null,
    isCorrected: true,
  }
}
