import { expect, test } from 'vitest'
import { readTalentText } from './read-talent-text.ts'

const asOf = { year: 2026, month: 11 }
const cv = `Linda Grant
Elm Street 4, Springfield
linda.grant@example.com | +1 555 0100

SUMMARY
Welder with a decade of pipeline work

EXPERIENCE
Senior Welder
Acme Pipelines, Springfield
March 2021 - present
- Welded pipelines and trained apprentices

Welder (2015 - 2019)

EDUCATION
Bachelor of Arts
Springfield University

CERTIFICATES
- Certified inspector, Institute of Welding
`
const facts = readTalentText(cv, asOf)
const termNamed = (name: string) => facts.terms.find(({ term }) => term === name)

test('a role has its title, its months and its line', () => {
  expect(facts.roles).toEqual([
    { id: 'r1', titleTerms: ['senior', 'welder'], months: 69, isCurrent: true, line: 10 },
    { id: 'r2', titleTerms: ['welder'], months: 48, isCurrent: false, line: 13 },
  ])
})

test('a term has the lines it occurs in', () => {
  expect(termNamed('welder')).toEqual({ term: 'welder', lines: [5, 8, 10, 13], isInTitle: true })
  expect(termNamed('appren')).toEqual({ term: 'appren', lines: [11], isInTitle: false })
})

test("the person's identity and schools leave no trace in the facts", () => {
  const words = ['linda', 'grant', 'elm', 'street', 'exampl', 'univer', 'arts', 'instit']
  expect(words.filter((word) => termNamed(word))).toEqual([])
  expect(facts.education).toEqual({ level: 'bachelor', line: 16 })
  const other = cv.replaceAll('Linda Grant', 'Bo Li').replace('Springfield University', 'ETH Zürich')
  expect(readTalentText(other, asOf)).toEqual(facts)
})

test('a text without headings is read from its first list item or sentence', () => {
  const { terms } = readTalentText('Bo Li\nParis\n- forklift driver\n- warehouse', asOf)
  expect(terms.map(({ term }) => term)).toEqual(['driver', 'forkli', 'wareho'])
})

test('an empty text has no facts', () => {
  expect(readTalentText('', asOf)).toMatchObject({ terms: [], roles: [], education: null })
})
