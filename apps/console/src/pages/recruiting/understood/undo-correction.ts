// The change that takes a correction back. A value that was read is read again; one that a person had entered before is
// entered again.
import type { Correction, Corrections, Posting, Requirement } from './posting.ts'

/** `before`: the posting to which the correction was made. */
export function undoCorrection(correction: Correction, before: Posting): Corrections {
  switch (correction.kind) {
    case 'importance': {
      const { id, importance } = correction.requirement
      return { requirements: [{ id, importance }] }
    }
    case 'drop':
      return isAdded(correction.requirement)
        ? { added: [toAdded(correction.requirement)] }
        : { requirements: [{ id: correction.requirement.id, isDropped: false }] }
    case 'add': {
      // The backend numbers what people have added, from 1, and puts the newest last.
      const place = before.requirements.filter(isAdded).length + 1
      return { requirements: [{ id: `p${place}`, isDropped: true }] }
    }
    case 'workplace': {
      const { workplace } = before
      if (!workplace) return { unset: ['workplace'] }
      return workplace.line === null ? { workplace: workplace.value } : { reset: ['workplace'] }
    }
    case 'employment': {
      const types = before.employmentTypes
      if (types.length === 0) return { unset: ['employmentTypes'] }
      return types.some(({ line }) => line !== null)
        ? { reset: ['employmentTypes'] }
        : { employmentTypes: types.map(({ value }) => value) }
    }
    case 'place': {
      const { locations } = before
      if (locations.length === 0) return { unset: ['locations'] }
      return locations.some(({ line }) => line !== null)
        ? { reset: ['locations'] }
        : { locations: locations.map(({ text, country }) => ({ text, country })) }
    }
  }
}

function isAdded({ id }: Requirement): boolean {
  return /^p\d+$/.test(id)
}

function toAdded(requirement: Requirement): NonNullable<Corrections['added']>[number] {
  const { text, importance, category, minYears } = requirement
  const { educationLevel, educationField, language, languageLevel } = requirement
  return { text, importance, category, minYears, educationLevel, educationField, language, languageLevel }
}
