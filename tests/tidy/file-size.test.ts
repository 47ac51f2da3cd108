import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { fileSize } from './rules/file-size.ts'

holdsInThisRepository(fileSize)

const lines = (count: number) => 'line\n'.repeat(count)

test('files and folders at their limit pass, and generated files have none', () => {
  const texts: Record<string, string> = {
    'a/src/a.ts': lines(400),
    'a/src/a.test.ts': lines(600),
    'a/src/tables.generated.ts': lines(5_000),
    'README.md': lines(80),
    'ARCHITECTURE.md': lines(160),
    'docs/runbooks/a.md': lines(500),
  }
  for (let index = 0; index < 13; index += 1) texts[`a/src/b${index}.ts`] = lines(1)
  expect(violationsIn(fileSize, texts)).toEqual([])
})

test.each([
  ['a/src/a.ts', 400, 'split it by what it exports'],
  ['a/src/a.tsx', 400, 'split it by what it exports'],
  ['a/src/a.test.ts', 600, 'split it by guarantee'],
  ['README.md', 80, 'keep it to one page and link to docs/'],
  ['ARCHITECTURE.md', 160, 'keep it to two pages and link to docs/'],
  ['docs/decisions/0001-a.md', 80, 'keep a decision to one page'],
  ['domain/credits/README.md', 80, 'keep it to one page: is, is not, invariants'],
])('%s of more than %i lines', (path, linesMax, instead) => {
  expect(violationsIn(fileSize, { [path]: lines(linesMax + 1) })).toEqual([
    `${path} has ${linesMax + 1} lines, at most ${linesMax}: ${instead}`,
  ])
})

test('a folder in a src tree with more than 15 entries besides tests', () => {
  const texts: Record<string, string> = {}
  for (let index = 0; index < 16; index += 1) {
    texts[`a/src/b/c${index}.ts`] = lines(1)
    texts[`a/src/b/c${index}.test.ts`] = lines(1)
    texts[`docs/runbooks/c${index}.md`] = lines(1)
  }
  expect(violationsIn(fileSize, texts)).toEqual([
    'a/src/b has 16 entries besides tests, at most 15: group them in folders by topic',
  ])
})
