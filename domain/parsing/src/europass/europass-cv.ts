import type { LanguageLevel } from '@gatehouse/reading/levels'
import type { FoundPhone } from '@gatehouse/reading/find-phones'
import type { PartialDate } from '@gatehouse/reading/read-date'

export type EuropassPlace = { city: string | null; postalCode: string | null; country: string | null }

export type EuropassPeriod = { start: PartialDate | null; end: PartialDate | null; isCurrent: boolean }

/** The exact content of a Europass document; the parsed CV then has the `mode` "embedded". */
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
    /** Level in the European Qualifications Framework, 1 to 8. */
    eqfLevel: number | null
    grade: string | null
    period: EuropassPeriod
    description: string | null
  }[]
  languages: readonly { code: string | null; name: string; cefr: LanguageLevel | null }[]
  skills: readonly string[]
  otherSections: readonly { heading: string; text: string }[]
  sensitivePresent: readonly string[]
}
