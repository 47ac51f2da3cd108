import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPosting } from './read-posting.ts'

const names = createRuleVocabulary()

const fragments = [
  '## What you bring',
  'Requirements:',
  '- 5+ years of experience, ideally in Berlin',
  'Anforderungen',
  '• Deutsch C1, Englisch von Vorteil',
  'Wir bieten',
  '45.000–52.000 € brutto/Jahr',
  'Télétravail deux jours par semaine',
  'Lieu : Lyon, France',
  'Se valorará',
  'Studii superioare economice; un avantaj',
  '',
  '***',
  'You will lead a team. You have a degree in law.',
  'Apply: jobs@acme.example',
]
const line = fc.oneof(
  fc.constantFrom(...fragments),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
)
const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n'))

test('any text gives a posting whose values stand in their lines', () => {
  fc.assert(
    fc.property(text, (source) => {
      const lines = source.split('\n')
      const read = readPosting(source, names)
      const stated = [
        ...read.requirements,
        ...read.responsibilities,
        ...read.benefits,
        ...(read.apply ? [read.apply] : []),
      ]
      for (const { line: at, text: words } of stated) expect(lines[at ?? -1]).toContain(words)
      const placed = [
        ...read.locations,
        ...read.employmentTypes,
        ...[read.salary, read.workplace, read.employer, read.summary].filter((one) => one !== null),
      ]
      for (const { line: at } of placed) expect(lines[at ?? -1]).toBeDefined()
    }),
    { numRuns: 300 },
  )
})

test('a sentence is never both a responsibility and a requirement', () => {
  fc.assert(
    fc.property(text, (source) => {
      const { requirements, responsibilities } = readPosting(source, names)
      const isAsked = ({ line: at, text: words }: { line: number; text: string }) =>
        requirements.some((one) => one.line === at && words.includes(one.text))
      expect(responsibilities.filter(isAsked)).toEqual([])
    }),
  )
})

test('a long text takes a bounded time', () => {
  const long =
    `Cook\n\nRequirements:\n${'- Go, 5 years, ideally in Berlin or 60.000 € '.repeat(1_000)}\n`.repeat(5)
  const { requirements } = readPosting(
    `${long}${'a '.repeat(20_000)}\n${'- Deutsch C1\n'.repeat(2_000)}`,
    names,
  )
  expect(requirements.length).toBeLessThanOrEqual(200)
}, 5_000)
