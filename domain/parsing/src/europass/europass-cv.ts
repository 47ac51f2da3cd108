import type { Cefr } from '../rules/find-languages.ts'
import type { FoundPhone } from '../rules/find-phones.ts'
import type { PartialDate } from '../rules/partial-date.ts'

export type EuropassPlace = { city: string | null; postalCode: string | null; country: string | null }

export type EuropassPeriod = { start: PartialDate | null; end: PartialDate | null; isCurrent: boolean }

/** What a Europass document says of a person, exactly; the answer's `mode` is then `embedded`. */
export type EuropassCv = {
  language: string | null
  givenName: string | null
  familyName: string | null
  emails: readonly string[]
  phones: readonly Omit<FoundPhone, 'span'>[]
  links: readonly string[]
  place: EuropassPlace | null
  summary: string | null
  experience: readonly {
    title: string | null
    employer: string | null
    place: EuropassPlace
    period: EuropassPeriod
    description: string | null
  }[]
  education: readonly {
    institution: string | null
    degree: string | null
    /** European Qualifications Framework, 1 to 8. */
    eqfLevel: number | null
    grade: string | null
    period: EuropassPeriod
    description: string | null
  }[]
  languages: readonly { code: string | null; name: string; cefr: Cefr | null }[]
  skills: readonly string[]
  otherSections: readonly { heading: string; text: string }[]
  sensitivePresent: readonly string[]
}
