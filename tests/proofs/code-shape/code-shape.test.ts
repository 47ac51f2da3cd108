import { expect, test } from 'vitest'
import { repositoryOf } from '../../tidy/repository/repository.ts'
import { findDoubles } from './concepts.ts'
import { findCopies } from './find-copies.ts'
import { readRepository } from '../../tidy/repository/read-repository.ts'
import { importClosure, measureFiles } from './measure-files.ts'

const lines = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `export const ${word}${index} = ${index}`).join('\n') + '\n'

test('a small file counts if its only production user is in its own package', () => {
  const shape = measureFiles(
    repositoryOf({
      'pnpm-workspace.yaml': 'packages:\n  - domain/*\n',
      'domain/a/package.json': '{ "name": "@gatehouse/a", "exports": { "./shared": "./src/shared.ts" } }',
      'domain/b/package.json': '{ "name": "@gatehouse/b" }',
      'domain/a/src/single.ts': lines(40, 'single'),
      'domain/a/src/long.ts': lines(41, 'long'),
      'domain/a/src/twice.ts': lines(1, 'twice'),
      'domain/a/src/shared.ts': lines(1, 'shared'),
      'domain/a/src/user.ts': "import './single.ts'\nimport './long.ts'\nimport './twice.ts'\n",
      'domain/a/src/second.ts': "import './twice.ts'\n",
      'domain/a/src/single.test.ts': "import './single.ts'\n",
      'domain/b/src/user.ts': "import '@gatehouse/a/shared'\n",
    }),
  )
  expect(shape.smallWithOneUser).toEqual(['domain/a/src/single.ts'])
  expect(shape).toMatchObject({ count: 7, largest: { path: 'domain/a/src/long.ts', lines: 41 } })
})

test('a file loads what it imports as a value, from other packages too, but no types and nothing of foundation', () => {
  const repository = repositoryOf({
    'pnpm-workspace.yaml': 'packages:\n  - apps/*\n  - domain/*\n  - foundation/*\n',
    'apps/a/package.json': '{ "name": "@gatehouse/a" }',
    'domain/b/package.json': '{ "name": "@gatehouse/b", "exports": { "./rule": "./src/rule.ts" } }',
    'foundation/c/package.json': '{ "name": "@gatehouse/c", "exports": { "./clock": "./src/clock.ts" } }',
    'apps/a/src/route.ts':
      "import { rule } from '@gatehouse/b/rule'\nimport type { Kind } from './kind.ts'\nimport { now } from '@gatehouse/c/clock'\n",
    'apps/a/src/kind.ts': 'export type Kind = 1\n',
    'domain/b/src/rule.ts': "import { base } from './base.ts'\nimport '../../../apps/a/src/route.ts'\n",
    'domain/b/src/base.ts': 'export const base = 1\n',
    'foundation/c/src/clock.ts': 'export const now = 1\n',
  })
  expect(importClosure(repository, 'apps/a/src/route.ts')).toEqual([
    'apps/a/src/route.ts',
    'domain/b/src/base.ts',
    'domain/b/src/rule.ts',
  ])
})

test('21 equal lines in two files are a copy; 20 are not, nor are imports and comments', () => {
  const file = (path: string, text: string) => ({ path, text })
  expect(findCopies([file('a.ts', lines(21, 'x')), file('b.ts', `// different\n${lines(21, 'x')}`)])).toEqual(
    [{ first: 'a.ts:1', second: 'b.ts:2' }],
  )
  expect(findCopies([file('a.ts', lines(20, 'x')), file('b.ts', lines(20, 'x'))])).toEqual([])
  const imports = Array.from({ length: 30 }, (_, index) => `import { a } from './a${index}.ts'`).join('\n')
  expect(findCopies([file('a.ts', imports), file('b.ts', imports)])).toEqual([])
})

test('a concept that is defined in two files is reported with both', () => {
  const text = String.raw`const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}$/`
  expect(findDoubles([{ path: 'a.ts', text }])).toEqual([])
  expect(
    findDoubles([
      { path: 'a.ts', text },
      { path: 'b.ts', text },
    ]),
  ).toEqual([{ concept: 'UUID check', places: ['a.ts', 'b.ts'] }])
})

test('the event loop of the gateway loads no list of names, which would take a second to build', () => {
  const loaded = importClosure(readRepository(), 'apps/gateway/src/main.ts')
  expect(loaded).toContain('domain/vocabulary/src/postgres/find-concepts.ts')
  expect(loaded.filter((path) => path.startsWith('domain/vocabulary/src/concepts/'))).toEqual([])
})
