import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { noBarrels } from './rules/no-barrels.ts'

holdsInThisRepository(noBarrels)

test('a file with its own exports passes, even if it also re-exports', () => {
  const text = "// head\nexport { a } from './a.ts'\nexport const b = 1\nexport type { C }\n"
  expect(violationsIn(noBarrels, { 'a/b.ts': text, 'a/main.ts': "import './b.ts'" })).toEqual([])
})

test('an index file', () => {
  expect(violationsIn(noBarrels, { 'a/index.ts': 'export const b = 1' })).toEqual([
    'a/index.ts is an index file: name it after what it exports',
  ])
})

test('a file that re-exports another completely', () => {
  expect(violationsIn(noBarrels, { 'a/b.ts': "export const a = 1\nexport * from './c.ts'" })).toEqual([
    "a/b.ts:2 re-exports another file completely: let importers name that file, through the package's exports",
  ])
})

test.each([
  ["// head\nexport { a } from './a.ts'\nexport type { B } from './b.ts'\n"],
  ["import { a } from './a.ts'\n\nexport { a }\n"],
])('a file that only re-exports: %j', (text) => {
  expect(violationsIn(noBarrels, { 'a/b.ts': text })).toEqual([
    'a/b.ts only re-exports: delete it and list the files in package.json exports',
  ])
})
