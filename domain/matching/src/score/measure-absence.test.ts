import { factsOfPosting } from '@gatehouse/jobs/facts-of-posting'
import { readPosting } from '@gatehouse/jobs/read-posting'
import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { readTalentText } from '@gatehouse/talents/read-talent-text'
import { builtInConcepts } from '@gatehouse/vocabulary/built-in-concepts'
import { expect, test } from 'vitest'
import { describeRow } from './describe-row.ts'
import { scoreMatch } from './score-match.ts'

const concepts = builtInConcepts()
const names = createRuleVocabulary()

function rowOf(requirement: string, cv: string) {
  const posting = readPosting(`Welder\n\nRequirements\n- ${requirement}\n- Welding`, names)
  const job = factsOfPosting(posting, { concepts, specificityOf: () => 1_000 })
  const talent = readTalentText(
    `Ada Test\n\nSKILLS\n${cv}`,
    { year: 2026, month: 11 },
    { ...names, concepts },
  )
  return scoreMatch(job, talent).rows.find(({ text }) => text.includes(requirement))
}

test.each([
  ['Driving licence class B', 'No driving licence', 'contradicted'],
  ['Driving licence class B', 'No driving licence\nDriving licence class B since May', 'met'],
  ['Führerschein Klasse CE', 'Kein Führerschein', 'contradicted'],
  ['Führerschein Klasse CE', 'Führerschein Klasse C', 'partly_met'],
  ['Führerschein Klasse CE', 'Führerschein Klasse B', 'not_shown'],
  ['Führerschein Klasse C', 'Führerschein Klassen B, CE', 'met'],
  ['Führerschein Klasse B', 'Führerschein CE', 'met'],
  ['permis de conducere categoriile C+E', 'Permis B', 'not_shown'],
  ['Experience with SAP', 'Keine Erfahrung mit SAP', 'contradicted'],
  ['Experience with SAP', 'Not only Excel, also SAP', 'met'],
])('%s with "%s" is %s', (requirement, cv, status) => {
  expect(rowOf(requirement, cv)?.status).toBe(status)
})

test('the sentence says what is absent, and where', () => {
  const row = rowOf('Driving licence class B', 'Welding\nNo driving licence')
  expect(row && describeRow(row)).toBe('The CV says that there is no Driving Licence B; line 5.')
})
