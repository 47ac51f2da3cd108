import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { noCycles } from './rules/no-cycles.ts'

holdsInThisRepository(noCycles)

test('files that use each other in one direction pass', () => {
  const texts = { 'a/b.ts': "import { c } from './c.ts'", 'a/c.ts': "import { d } from 'd'" }
  expect(violationsIn(noCycles, texts)).toEqual([])
})

test('a cycle over three files', () => {
  const texts = {
    'a/b.ts': "import { c } from './c/c.ts'",
    'a/c/c.ts': "export { d } from './d.ts'",
    'a/c/d.ts': "const { b } = await import('../b.ts')",
  }
  expect(violationsIn(noCycles, texts)).toEqual([
    'a/b.ts imports itself through a/b.ts → a/c/c.ts → a/c/d.ts → a/b.ts: ' +
      'move what they share into a file below both',
  ])
})

test('a cycle that only types close counts too', () => {
  const texts = { 'a/b.ts': "import { c } from './c.ts'", 'a/c.ts': "import type { B } from './b.ts'" }
  expect(violationsIn(noCycles, texts)).toHaveLength(1)
})
