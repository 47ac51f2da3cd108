import { expect, test } from 'vitest'
import { documentLimits } from '../limits/document-limits.ts'
import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { isEuropassXml, trimEuropassXml } from './europass-xml.ts'
import { readEuropass } from './read-europass.ts'

const vocabulary = createRuleVocabulary()
const namespaces =
  'xmlns="http://www.europass.eu/1.0" xmlns:oa="http://www.openapplications.org/oagis/9" xmlns:hr="http://www.hr-xml.org/3" xmlns:eures="http://www.europass_eures.eu/1.0"'

const xml = `<?xml version="1.0" encoding="UTF-8"?>
<Candidate ${namespaces}>
  <CandidatePerson>
    <PersonName><oa:GivenName>Ana</oa:GivenName><hr:FamilyName>Popescu</hr:FamilyName></PersonName>
    <Communication><ChannelCode>Telephone</ChannelCode><CountryDialing>40</CountryDialing><oa:DialNumber>721234567</oa:DialNumber><CountryCode>ro</CountryCode></Communication>
    <Communication><ChannelCode>Email</ChannelCode><oa:URI>Ana@Example.com</oa:URI></Communication>
    <Communication><UseCode>home</UseCode><Address type="home"><oa:CityName>Cluj</oa:CityName><oa:PostalCode>400001</oa:PostalCode><CountryCode>ro</CountryCode></Address></Communication>
    <hr:BirthDate>1990-01-01</hr:BirthDate>
    <PrimaryLanguageCode name="NORMAL">rum</PrimaryLanguageCode>
  </CandidatePerson>
  <CandidateProfile languageCode="en">
    <hr:ExecutiveSummary>&lt;p&gt;Builds &lt;strong&gt;things&lt;/strong&gt;&lt;/p&gt;</hr:ExecutiveSummary>
    <EmploymentHistory><EmployerHistory>
      <hr:OrganizationName>R&amp;D SRL</hr:OrganizationName>
      <PositionHistory>
        <PositionTitle typeCode="FREETEXT">Senior
          Developer</PositionTitle>
        <eures:EmploymentPeriod><eures:StartDate><hr:FormattedDateTime>2021-03</hr:FormattedDateTime></eures:StartDate><hr:CurrentIndicator>true</hr:CurrentIndicator></eures:EmploymentPeriod>
        <oa:Description>&lt;ul&gt;&lt;li&gt;One&lt;/li&gt;&lt;li&gt;Two&lt;/li&gt;&lt;/ul&gt;</oa:Description>
        <City>Cluj</City><Country>ro</Country>
      </PositionHistory>
    </EmployerHistory></EmploymentHistory>
    <EducationHistory><EducationOrganizationAttendance>
      <hr:OrganizationName>UBB</hr:OrganizationName>
      <AttendancePeriod><StartDate><hr:FormattedDateTime>2015</hr:FormattedDateTime></StartDate><EndDate><hr:FormattedDateTime>2018-07-01</hr:FormattedDateTime></EndDate><Ongoing>false</Ongoing></AttendancePeriod>
      <EducationDegree><hr:DegreeName>BSc</hr:DegreeName></EducationDegree><EducationLevelCode>6</EducationLevelCode>
    </EducationOrganizationAttendance></EducationHistory>
    <PersonQualifications><PersonCompetency>
      <CompetencyID schemeName="NORMAL">eng</CompetencyID><hr:TaxonomyID>language</hr:TaxonomyID>
      <eures:CompetencyDimension><eures:Score><hr:ScoreText>C1</hr:ScoreText></eures:Score></eures:CompetencyDimension>
      <eures:CompetencyDimension><eures:Score><hr:ScoreText>B2</hr:ScoreText></eures:Score></eures:CompetencyDimension>
    </PersonCompetency></PersonQualifications>
    <Skills><PersonCompetency><hr:TaxonomyID>Digital_Skill</hr:TaxonomyID><hr:CompetencyName>TypeScript</hr:CompetencyName></PersonCompetency></Skills>
    <Others><Title>Hobbies</Title><Other><Title>Climbing</Title></Other></Others>
  </CandidateProfile>
</Candidate>`

test('a Europass document is read exactly, and of sensitive data only the presence is recorded', () => {
  const cv = readEuropass(xml, vocabulary, documentLimits)
  expect(cv).toMatchObject({
    language: 'en',
    givenName: 'Ana',
    familyName: 'Popescu',
    emails: ['ana@example.com'],
    phones: [{ raw: '+40 721234567', e164: '+40721234567', country: 'RO' }],
    place: { city: 'Cluj', postalCode: '400001', country: 'RO' },
    summary: 'Builds things',
    experience: [
      {
        title: 'Senior Developer',
        employer: 'R&D SRL',
        period: { start: { value: '2021-03', precision: 'month' }, end: null, isCurrent: true },
        description: 'One\nTwo',
      },
    ],
    education: [
      {
        institution: 'UBB',
        degree: 'BSc',
        eqfLevel: 6,
        period: { start: { value: '2015' }, end: { value: '2018-07-01' } },
      },
    ],
    languages: [
      { code: 'ro', cefr: 'native' },
      { code: 'en', cefr: 'b2' },
    ],
    skills: ['TypeScript'],
    otherSections: [{ heading: 'Hobbies', text: 'Climbing' }],
    sensitivePresent: ['date_of_birth'],
  })
  expect(JSON.stringify(cv)).not.toContain('1990')
})

test.each([
  ['<Candidate xmlns="http://elsewhere.example/"/>', false],
  ['<?xml version="1.0"?><html/>', false],
  [xml, true],
])('only a Europass Candidate is recognised', (document, isOne) => {
  expect(isEuropassXml(document)).toBe(isOne)
})

test('a Candidate without a required part is rejected', () => {
  expect(readEuropass(`<Candidate ${namespaces}/>`, vocabulary, documentLimits)).toBeUndefined()
})

const wrap = (person: string, profile: string) =>
  `<Candidate ${namespaces}><CandidatePerson>${person}</CandidatePerson><CandidateProfile>${profile}</CandidateProfile></Candidate>`

// The services run this code in their own process. With a backtracking pattern, 145,000 brackets took 34 s and 59,000
// letters took 10 s.
test.each([
  ['brackets', wrap('', `<ExecutiveSummary>${'&lt;'.repeat(145_000)}</ExecutiveSummary>`)],
  ['letters of an attribute', wrap(`<x ${'a'.repeat(590_000)}/>`, '')],
  ['attributes without a value', wrap(`<x ${'a '.repeat(295_000)}/>`, '')],
  ['quotes', wrap(`<x ${`'"'`.repeat(190_000)}'"'/>`, '')],
  [
    'positions',
    wrap(
      '',
      `<EmploymentHistory><EmployerHistory>${'<PositionHistory/>'.repeat(33_000)}</EmployerHistory></EmploymentHistory>`,
    ),
  ],
])(
  '600,000 characters of %s take bounded time',
  (_, document) => {
    expect(trimEuropassXml(document, documentLimits)).toBe(document)
    expect(readEuropass(document, vocabulary, documentLimits)).toBeDefined()
  },
  10_000,
)

test('pictures are removed, and a document that is too long without them is refused', () => {
  const picture = `<Attachment>${'iVBORw0KGgo/+A==\n'.repeat(300_000)}</Attachment>`
  expect(trimEuropassXml(wrap('', picture), documentLimits)).toBe(wrap('', '<Attachment></Attachment>'))
  const long = `<ExecutiveSummary>${'a b '.repeat(200_000)}</ExecutiveSummary>`
  expect(() => trimEuropassXml(wrap('', long), documentLimits)).toThrow(
    expect.objectContaining({ reason: 'characters' }),
  )
})

test('a Candidate without a person is not passed on', () => {
  expect(trimEuropassXml(`<Candidate ${namespaces}/>`, documentLimits)).toBeUndefined()
})
