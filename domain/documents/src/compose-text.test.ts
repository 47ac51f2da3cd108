import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { plainDocument } from '@gatehouse/parsing/document-text'
import { expect, test } from 'vitest'
import { composeText } from './compose-text.ts'

const vocabulary = createRuleVocabulary()

test('the text keeps the lines as read, and hidden text becomes a warning', () => {
  const read = {
    ...plainDocument('Linda Grant\n\nWelder\n'),
    hidden: [{ page: 1, trick: 'tiny' as const, text: 'Java' }],
  }
  const { text, language, warnings } = composeText(read, vocabulary)
  expect(text).toBe('Linda Grant\nWelder')
  expect(language).toBeNull()
  expect(warnings).toMatchObject([{ code: 'hidden_text_dropped' }])
})

test('a Europass XML file is written out as a CV', () => {
  const europassXml = `<Candidate xmlns="http://www.europass.eu/1.0" xmlns:oa="o" xmlns:hr="h" xmlns:eures="e">
    <CandidatePerson><PersonName><oa:GivenName>Ana</oa:GivenName><hr:FamilyName>Popescu</hr:FamilyName></PersonName></CandidatePerson>
    <CandidateProfile languageCode="en"><EmploymentHistory><EmployerHistory>
      <hr:OrganizationName>Acme</hr:OrganizationName><PositionHistory><PositionTitle>Welder</PositionTitle>
      <eures:EmploymentPeriod><eures:StartDate><hr:FormattedDateTime>2021-03</hr:FormattedDateTime></eures:StartDate><hr:CurrentIndicator>true</hr:CurrentIndicator></eures:EmploymentPeriod>
      <oa:Description>Welds pipes</oa:Description></PositionHistory></EmployerHistory></EmploymentHistory></CandidateProfile></Candidate>`
  const { text } = composeText({ ...plainDocument(''), kind: 'xml', europassXml }, vocabulary)
  expect(text).toBe('Ana Popescu\nExperience\nWelder\nAcme\nMarch 2021 - present\nWelds pipes')
})
