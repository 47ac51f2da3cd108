import { expect, test } from 'vitest'
import { statesOnlyWorkingTerms } from './working-terms.ts'

test.each([
  'Willing to start within six weeks',
  'Eintritt innerhalb von sechs Wochen möglich',
  'Prise de poste sous six semaines',
  'Incorporación en seis semanas',
  'Începere în cel mult șase săptămâni',
  'Available full time',
  'Bereitschaft zur Vollzeit',
  'Disponibilidad a jornada completa',
  'Right to work in the country',
  'Flexible about working hours',
  'Souplesse sur les horaires',
])('%s states only terms of the work', (text) => {
  expect(statesOnlyWorkingTerms(text)).toBe(true)
})

test.each([
  'Three years in retail, available full time',
  'Flexible working with React',
  'Shift work, also at weekends',
  'Full-time nursing experience',
  'Experience with start-ups',
  'Gestion des horaires du personnel',
  'Flexibilität und Teamfähigkeit',
])('%s asks for something else', (text) => {
  expect(statesOnlyWorkingTerms(text)).toBe(false)
})
