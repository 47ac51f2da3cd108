import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { exportsExist } from './rules/exports-exist.ts'

holdsInThisRepository(exportsExist)

const clean = {
  'pnpm-workspace.yaml': 'packages:\n  - apps/*\n  - foundation/*\n',
  'foundation/http/package.json':
    '{\n "name": "@gatehouse/http",\n "exports": {\n  "./routes/ready": "./src/routes/ready/route.ts"\n }\n}',
  'foundation/http/src/routes/ready/route.ts': '',
  'apps/cli/package.json': '{\n "name": "@gatehouse/cli",\n "bin": { "gatehouse": "./src/main.ts" }\n}',
  'apps/cli/src/main.ts': '',
  'tests/uses.ts': "import { a } from '@gatehouse/http/routes/ready'",
}

const violations = (changes: Record<string, string>) => violationsIn(exportsExist, { ...clean, ...changes })

test('exports that exist and imports of exports pass', () => {
  expect(violations({})).toEqual([])
})

test('an export whose file does not exist', () => {
  const { 'foundation/http/src/routes/ready/route.ts': _, ...texts } = clean
  expect(violationsIn(exportsExist, texts)).toEqual([
    'foundation/http/package.json:4 points to ./src/routes/ready/route.ts, which does not exist: ' +
      'fix the target or remove the entry',
  ])
})

test('a command whose file does not exist', () => {
  const { 'apps/cli/src/main.ts': _, ...texts } = clean
  expect(violationsIn(exportsExist, texts)).toEqual([
    'apps/cli/package.json:3 points to ./src/main.ts, which does not exist: fix the target or remove the entry',
  ])
})

test.each([
  ["import { a } from '@gatehouse/http/drain'", './drain'],
  ["import type { A } from '@gatehouse/http/drain'", './drain'],
  ["await import('@gatehouse/http/drain')", './drain'],
  ["import { a } from '@gatehouse/http'", '.'],
])('an import of what is not exported: %s', (text, subPath) => {
  expect(violations({ 'apps/cli/src/main.ts': text })).toEqual([
    expect.stringContaining(`which foundation/http/package.json does not export: add '${subPath}' there`),
  ])
})

test('an import of a package that does not exist', () => {
  expect(violations({ 'apps/cli/src/main.ts': "import '@gatehouse/gone/a'" })).toEqual([
    'apps/cli/src/main.ts:1 imports @gatehouse/gone/a, but there is no package @gatehouse/gone',
  ])
})

test('a sub-path that is not named after its file', () => {
  const manifest =
    '{\n "name": "@gatehouse/http",\n "exports": {\n  "./probe": "./src/routes/ready/route.ts"\n }\n}'
  const uses = "import { a } from '@gatehouse/http/probe'"
  expect(violations({ 'foundation/http/package.json': manifest, 'tests/uses.ts': uses })).toEqual([
    'foundation/http/package.json:4 exports ./src/routes/ready/route.ts as ./probe: ' +
      'end the sub-path with ready, so that an import names the file',
  ])
})

test('an export that only its own package imports', () => {
  const texts = {
    'tests/uses.ts': '',
    'foundation/http/src/own.ts': "import { a } from '@gatehouse/http/routes/ready'",
  }
  expect(violations(texts)).toEqual([
    'foundation/http/package.json:4 exports ./routes/ready, which no other package imports: remove the entry',
  ])
})
