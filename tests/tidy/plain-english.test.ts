import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { plainEnglish } from './rules/plain-english.ts'

holdsInThisRepository(plainEnglish)

const path = 'domain/credits/src/settle.ts'

test('ordinary English passes, also with the words that are banned elsewhere', () => {
  const found = violationsIn(plainEnglish, {
    [path]: [
      '// There is no hold. Note that the note on the invoice is no longer read, which tells a retry from a new call.',
      '/** Of course the book keeps its face value. */',
      '// Of two events, the later one wins. Only the database can tell whether it exists.',
      "const nobody = 'nobody'",
      "log.info('the process is not a worker')",
    ].join('\n'),
    'STYLE.md': 'Avoid whoever and nobody.',
    'tests/tidy/a.test.ts': "test('nobody may')",
  })
  expect(found).toEqual([])
})

test.each([
  ['// Whoever asks gets it.', 'Whoever'],
  ['/** A refusal is no answer. */', 'is no answer'],
  ['// The caller is told of it.', 'is told'],
  ['// Tells the others that it stops.', 'Tells the'],
  ['// It notes the call.', 'notes the'],
  ['// It is flushed by itself.', 'by itself'],
  ['// After so many documents it is replaced.', 'After so many'],
  ['// Only who makes keys needs them.', 'Only who'],
  ['// A restart mends it.', 'mends'],
  ['// The ends of keys are heard again.', 'are heard'],
  ['// It is gone for good.', 'for good'],
  ['/** Of the charge. */', 'Of'],
  ['// For what still waits.', 'For what'],
  ["log.info('nobody is left')", 'nobody'],
  ["test('the caller is told why', f)", 'is told'],
])('%s', (line, found) => {
  expect(violationsIn(plainEnglish, { [path]: `const a = 1\n${line}` })).toEqual([
    expect.stringContaining(`${path}:2 says "${found}": `),
  ])
})

test.each(['domain/schema/migrations/0001_a.sql', 'domain/limits/src/redis/admit.lua'])(
  'comments in %s',
  (file) => {
    expect(violationsIn(plainEnglish, { [file]: '-- Whoever comes first.' })).toHaveLength(1)
  },
)

test('prose in a document', () => {
  expect(violationsIn(plainEnglish, { 'docs/a.md': '# A\n\nNobody waits.' })).toEqual([
    expect.stringContaining('docs/a.md:3 says "Nobody"'),
  ])
})
