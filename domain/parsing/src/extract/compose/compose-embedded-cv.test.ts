import { expect, test } from 'vitest'
import { estimateQuestion, extractCv } from '../extract-document.ts'
import { parsedCvSchema } from '../parsed/parsed-cv.ts'
import { documentOf, scriptedModel } from '../testing/scripted-model.ts'
import { plainDocument } from '../../document-text.ts'

const xml = `<?xml version="1.0"?><Candidate xmlns="http://www.europass.eu/1.0"><CandidatePerson>
  <PersonName><GivenName>Ana</GivenName><FamilyName>Pop</FamilyName></PersonName><BirthDate>1990-01-01</BirthDate>
  <Communication><ChannelCode>Email</ChannelCode><URI>Ana@Example.com</URI></Communication></CandidatePerson>
  <CandidateProfile languageCode="ro"><EmploymentHistory><EmployerHistory><OrganizationName>Acme</OrganizationName>
  <PositionHistory><PositionTitle>Senior Engineer</PositionTitle><EmploymentPeriod><StartDate>
  <FormattedDateTime>2020-03</FormattedDateTime></StartDate><CurrentIndicator>true</CurrentIndicator></EmploymentPeriod>
  </PositionHistory></EmployerHistory></EmploymentHistory><Skills><PersonCompetency><CompetencyName>Go</CompetencyName>
  </PersonCompetency></Skills></CandidateProfile></Candidate>`

test('a Europass document is read exactly, and no model is called', async () => {
  const model = scriptedModel(() => ({}))
  const text = { ...plainDocument(''), kind: 'xml' as const, europassXml: xml }
  const outcome = await extractCv(model, documentOf('', { text }))
  if (outcome.kind === 'failed') throw new Error('nothing was extracted')
  const parsed = parsedCvSchema.parse(outcome.parsed)
  expect(model.asked).toEqual([])
  expect(parsed.extraction).toMatchObject({ mode: 'embedded', attempts: 0, complete: true })
  expect(parsed.document.language).toBe('ro')
  expect(parsed.data).toMatchObject({
    person: { full_name: 'Ana Pop', emails: ['ana@example.com'] },
    experience: [{ title: 'Senior Engineer', employer: 'Acme', months: 81, is_current: true, confidence: 1 }],
    skills: [{ name: 'Go' }],
    derived: { seniority: 'senior', experience_months: 81, sensitive_present: ['date_of_birth'] },
  })
})

test('an attachment that is not a Candidate is ignored, and the model reads the visible text', async () => {
  const model = scriptedModel(() => ({ name_quote: 'Ana Pop' }))
  const text = { ...plainDocument('Ana Pop, engineer and climber'), europassXml: '<Candidate><broken' }
  const outcome = await extractCv(model, documentOf('', { text }))
  expect(outcome).toMatchObject({ kind: 'extracted', parsed: { data: { person: { full_name: 'Ana Pop' } } } })
})

test.each(['<Candidate xmlns="http://www.europass.eu/1.0"/>', '<Candidate><broken'])(
  'the cost of the model is estimated despite an unusable attachment: %s',
  (europassXml) => {
    const text = plainDocument('Ana Pop, engineer and climber')
    expect(estimateQuestion('cv', { ...text, europassXml })).toEqual(estimateQuestion('cv', text))
    expect(estimateQuestion('cv', { ...text, europassXml: xml }).chunks).toBe(0)
  },
)
