import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { bannedNames } from './rules/banned-names.ts'

holdsInThisRepository(bannedNames)

const violations = (path: string) => violationsIn(bannedNames, { [path]: '' })

test.each([
  ['apps/ai-service/src/ai-service.ts'],
  ['foundation/service/src/run-service.test.ts'],
  ['apps/a/src/routes/chat-completions/route.test.ts'],
  ['domain/schema/migrations/0001_create_companies.sql'],
  ['domain/schema/src/tables.generated.ts'],
  ['tools/new-migration.ts'],
  ['.github/workflows/check.yml'],
  ['.oxlintrc.json'],
  ['README.md'],
  ['LICENSE'],
  ['deploy/Dockerfile'],
])('%s passes', (path) => {
  expect(violations(path)).toEqual([])
})

test.each([
  ['utils'],
  ['util'],
  ['helpers'],
  ['helper'],
  ['common'],
  ['shared'],
  ['misc'],
  ['manager'],
  ['managers'],
  ['old'],
  ['temp'],
])('the vague word %s, alone, within a name and as a folder', (word) => {
  const message = `has the vague word '${word}' in its name: name it after what it does`
  expect(violations(`a/${word}.ts`)).toEqual([`a/${word}.ts ${message}`])
  expect(violations(`a/test-${word}.test.ts`)).toEqual([`a/test-${word}.test.ts ${message}`])
  expect(violations(`a/${word}/b.ts`)).toEqual([`a/${word} ${message}`])
})

test.each([['parser-new'], ['parser-v2'], ['v2']])('%s, a second version beside the first', (stem) => {
  expect(violations(`a/${stem}.ts`)).toEqual([
    `a/${stem}.ts is a second version beside the first: replace the first and take its name`,
  ])
})

test('a collection of functions called a service', () => {
  expect(violations('a/key-service.ts')).toEqual([
    "a/key-service.ts ends in 'service': name it after the one thing it does, a verb and a noun",
  ])
})

test('an index file and a collection of types', () => {
  expect(violations('a/index.ts')).toEqual(['a/index.ts is an index file: name it after what it exports'])
  expect(violations('a/types.ts')).toEqual([
    'a/types.ts collects types: put each beside the code that makes it',
  ])
})

test.each([
  ['a/createKey.ts', 'create-key.ts'],
  ['a/create_key.ts', 'create-key.ts'],
  ['a/KeyStore.test.ts', 'key-store.test.ts'],
])('%s is not in kebab-case', (path, better) => {
  expect(violations(path)).toEqual([`${path} is not in kebab-case: rename it like ${better}`])
})

test('a folder that is not in kebab-case', () => {
  expect(violations('a/keyStore/b.ts')).toEqual(['a/keyStore is not in kebab-case: rename it like key-store'])
})
