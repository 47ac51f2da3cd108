// Reads the Candidate document that Europass embeds in every PDF it produces. It is exact, so no model is called. The
// fields follow published sample documents; of sensitive data (birth date, gender, nationality, photograph) only the
// presence is recorded.
import type { DocumentLimits } from '../limits/document-limits.ts'
import { decodeEntities } from '../docx/read-xml.ts'
import type { LanguageLevel } from '@gatehouse/reading/levels'
import { normaliseLanguage } from '@gatehouse/reading/find-languages'
import { normaliseEmail } from '@gatehouse/reading/find-emails'
import { readPhone } from '@gatehouse/reading/find-phones'
import { makeDate, type PartialDate } from '@gatehouse/reading/read-date'
import type { RuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import type { EuropassCv, EuropassPeriod, EuropassPlace } from './europass-cv.ts'
import { findCandidate } from './europass-xml.ts'
import { findElements, findText, type XmlElement } from './read-xml-tree.ts'

/** Returns the content of a Europass Candidate; undefined if the XML is not one. */
export function readEuropass(
  xml: string,
  { languages }: Pick<RuleVocabulary, 'languages'>,
  { xmlDepthMax }: Pick<DocumentLimits, 'xmlDepthMax'>,
): EuropassCv | undefined {
  const found = findCandidate(xml, { xmlDepthMax })
  if (!found) return undefined
  const { candidate, person, profile } = found
  const toCode = (name: string) => normaliseLanguage(name, languages) ?? null
  return {
    language: profile.attributes.get('languageCode') ?? null,
    ...readPerson(person),
    summary: plainText(findText(profile, 'ExecutiveSummary')),
    experience: findElements(profile, 'EmploymentHistory/EmployerHistory').flatMap(readEmployer),
    education: findElements(profile, 'EducationHistory/EducationOrganizationAttendance').map(readAttendance),
    languages: [
      ...findElements(person, 'PrimaryLanguageCode').map(({ text }) => ({
        code: toCode(text),
        name: text.trim(),
        cefr: 'native' as const,
      })),
      ...findElements(profile, 'PersonQualifications/PersonCompetency')
        .filter((competency) => findText(competency, 'TaxonomyID') === 'language')
        .map((competency) => readLanguage(competency, toCode)),
    ],
    skills: [
      ...findElements(profile, 'Skills/PersonCompetency'),
      ...findElements(profile, 'Skills/SkillsGroup/PersonCompetency'),
    ].flatMap((competency) => findText(competency, 'CompetencyName') ?? []),
    otherSections: findElements(profile, 'Others').map((section) => ({
      heading: findText(section, 'Title') ?? '',
      text: findElements(section, 'Other')
        .map((other) =>
          [findText(other, 'Title'), plainText(findText(other, 'Description'))].filter(Boolean).join('\n'),
        )
        .join('\n\n'),
    })),
    sensitivePresent: sensitive
      .filter(({ path }) => findElements(candidate, path).length > 0)
      .map(({ name }) => name),
  }
}

const sensitive = [
  { name: 'date_of_birth', path: 'CandidatePerson/BirthDate' },
  { name: 'gender', path: 'CandidatePerson/GenderCode' },
  { name: 'nationality', path: 'CandidatePerson/NationalityCode' },
  { name: 'photo', path: 'CandidateProfile/Attachment' },
] as const

function readPerson(
  person: XmlElement,
): Pick<EuropassCv, 'givenName' | 'familyName' | 'emails' | 'phones' | 'links' | 'place'> {
  const channels = findElements(person, 'Communication')
  const on = (channel: string) => channels.filter((one) => findText(one, 'ChannelCode') === channel)
  return {
    givenName: findText(person, 'PersonName/GivenName'),
    familyName: findText(person, 'PersonName/FamilyName'),
    emails: on('Email')
      .flatMap((channel) => findText(channel, 'URI') ?? [])
      .map(normaliseEmail),
    phones: on('Telephone').flatMap((channel) => {
      const dialling = findText(channel, 'CountryDialing')
      const number = findText(channel, 'DialNumber')
      if (number === null) return []
      const raw = dialling === null ? number : `+${dialling.replace(/^\+/, '')} ${number}`
      return readPhone(raw, findText(channel, 'CountryCode')?.toUpperCase()) ?? []
    }),
    links: [...on('Web'), ...on('Social Media')].flatMap((channel) => findText(channel, 'URI') ?? []),
    place: channels.map((channel) => readPlace(channel, 'Address')).find((place) => place !== null) ?? null,
  }
}

function readPlace(from: XmlElement, path: string): EuropassPlace | null {
  const [address] = findElements(from, path)
  if (!address) return null
  return {
    city: findText(address, 'CityName'),
    postalCode: findText(address, 'PostalCode'),
    country: findText(address, 'CountryCode')?.toUpperCase() ?? null,
  }
}

function readEmployer(employer: XmlElement): EuropassCv['experience'][number][] {
  // Read once for all positions: the number of positions is bounded only by the size of the document.
  const name = findText(employer, 'OrganizationName')
  const city = findText(employer, 'OrganizationContact/Communication/Address/CityName')
  return findElements(employer, 'PositionHistory').map((position) => ({
    title: findText(position, 'PositionTitle')?.replaceAll(/\s+/g, ' ') ?? null,
    employer: name,
    place: {
      city: findText(position, 'City') ?? city,
      postalCode: null,
      country: findText(position, 'Country')?.toUpperCase() ?? null,
    },
    period: readPeriod(findElements(position, 'EmploymentPeriod')[0], 'CurrentIndicator'),
    description: plainText(findText(position, 'Description')),
  }))
}

function readAttendance(attendance: XmlElement): EuropassCv['education'][number] {
  const level = Number(findText(attendance, 'EducationLevelCode'))
  return {
    institution: findText(attendance, 'OrganizationName'),
    degree: findText(attendance, 'EducationDegree/DegreeName'),
    eqfLevel: level >= 1 && level <= 8 ? level : null,
    grade: findText(attendance, 'EducationDegree/FinalGrade/ScoreText'),
    period: readPeriod(findElements(attendance, 'AttendancePeriod')[0], 'Ongoing'),
    description: plainText(findText(attendance, 'EducationDegree/OccupationalSkillsCovered')),
  }
}

function readPeriod(period: XmlElement | undefined, ongoing: string): EuropassPeriod {
  if (!period) return { start: null, end: null, isCurrent: false }
  return {
    start: readIsoDate(findText(period, 'StartDate/FormattedDateTime')),
    end: readIsoDate(findText(period, 'EndDate/FormattedDateTime')),
    isCurrent: findText(period, ongoing) === 'true',
  }
}

function readIsoDate(raw: string | null): PartialDate | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(raw ?? '') ?? []
  if (raw === null || year === undefined) return null
  const toNumber = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits))
  return makeDate({ year: Number(year), month: toNumber(month), day: toNumber(day) }, raw) ?? null
}

/** The document gives five levels per language; the lowest one holds for all five skills. */
function readLanguage(
  competency: XmlElement,
  toCode: (name: string) => string | null,
): EuropassCv['languages'][number] {
  const name = findText(competency, 'CompetencyID') ?? ''
  const levels = findElements(competency, 'CompetencyDimension/Score/ScoreText')
    .map(({ text }) => text.trim().toLowerCase())
    .filter((level) => /^[abc][12]$/.test(level))
    .sort()
  return { code: toCode(name), name, cefr: (levels[0] as LanguageLevel | undefined) ?? null }
}

/**
 * Converts the HTML of long texts, which is escaped within the XML. A tag never contains `<`, so each match stops at
 * the next one.
 */
function plainText(html: string | null): string | null {
  if (html === null) return null
  const text = html
    .replaceAll(/<\/(?:p|li|div|h\d)>|<br\s*\/?>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/\n{2,}/g, '\n')
  return decodeEntities(text).trim() || null
}
