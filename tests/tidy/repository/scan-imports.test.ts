import { expect, test } from 'vitest'
import { isRelative, resolveRelative, scanImports } from './scan-imports.ts'

function summary(text: string): string[] {
  return scanImports(text).map(
    ({ kind, isTypeOnly, isStar, specifier, line }) =>
      `${line} ${kind}${isTypeOnly ? ' type' : ''}${isStar ? ' star' : ''} ${specifier}`,
  )
}

test.each([
  ["import { a } from './a.ts'", '1 static ./a.ts'],
  ["import a from 'a'", '1 static a'],
  ["import a, { b } from 'a'", '1 static a'],
  ["import * as a from 'node:a'", '1 static node:a'],
  ["import{a}from'./a.ts'", '1 static ./a.ts'],
  ['import { a } from "./a.ts"', '1 static ./a.ts'],
  ["import a from './a.json' with { type: 'json' }", '1 static ./a.json'],
])('static: %s', (text, expected) => {
  expect(summary(text)).toEqual([expected])
})

test.each([
  ["import type { A } from './a.ts'", '1 static type ./a.ts'],
  ["import type A from './a.ts'", '1 static type ./a.ts'],
  ["import type * as a from './a.ts'", '1 static type ./a.ts'],
  ["export type { A } from './a.ts'", '1 re-export type ./a.ts'],
  ["export type * from './a.ts'", '1 re-export type star ./a.ts'],
  ["type A = import('./a.ts').A", '1 dynamic type ./a.ts'],
  ["type A = typeof import('./a.ts')", '1 dynamic type ./a.ts'],
])('type-only: %s', (text, expected) => {
  expect(summary(text)).toEqual([expected])
})

test.each([
  ["import { type A } from './a.ts'", '1 static ./a.ts'],
  ["import { type A, b } from './a.ts'", '1 static ./a.ts'],
  ["import type from './type.ts'", '1 static ./type.ts'],
  ["import type, { b } from './type.ts'", '1 static ./type.ts'],
])('not type-only, because the file is still loaded: %s', (text, expected) => {
  expect(summary(text)).toEqual([expected])
})

test.each([
  ["await import('./a.ts')", '1 dynamic ./a.ts'],
  ["const { a } = await import(\n  './a.ts'\n)", '1 dynamic ./a.ts'],
  ["import('./a.ts').then((a) => a.b)", '1 dynamic ./a.ts'],
  ["(await import('./a.ts')).b()", '1 dynamic ./a.ts'],
  ['await import(`./a.ts`)', '1 dynamic ./a.ts'],
])('dynamic: %s', (text, expected) => {
  expect(summary(text)).toEqual([expected])
})

test('side-effect', () => {
  expect(summary("import './a.ts'")).toEqual(['1 side-effect ./a.ts'])
})

test.each([
  ["export { a, b as c } from './a.ts'", '1 re-export ./a.ts'],
  ["export * from './a.ts'", '1 re-export star ./a.ts'],
  ["export * as a from './a.ts'", '1 re-export star ./a.ts'],
])('re-export: %s', (text, expected) => {
  expect(summary(text)).toEqual([expected])
})

test('statements over several lines are found on the line they begin', () => {
  const text =
    "// head\nimport {\n  a,\n  // not b\n  type C,\n} from './a.ts'\n\nexport {\n  d,\n} from './d.ts'\n"
  expect(summary(text)).toEqual(['2 static ./a.ts', '8 re-export ./d.ts'])
})

test('adjacent imports are separated', () => {
  const text =
    "import 'a'\nimport { b } from 'b'\nimport type { C } from 'c'\nexport const d = await import('d')"
  expect(summary(text)).toEqual(['1 side-effect a', '2 static b', '3 static type c', '4 dynamic d'])
})

test('text that only looks like an import does not count', () => {
  const text = [
    "// import { a } from './a.ts'",
    'const text = "import { a } from \'./a.ts\'"',
    "const template = `import './a.ts'`",
    "loader.import('./a.ts')",
    'import.meta.resolve(name)',
    'await import(name)',
    "const from = 'x'",
    'export type A = { from: string }',
    'export { from }',
  ].join('\n')
  expect(summary(text)).toEqual([])
})

test('relative specifiers resolve to paths in the repository', () => {
  const importer = { path: 'apps/a/src/b.ts', text: '' }
  expect(resolveRelative(importer, './c/d.ts')).toBe('apps/a/src/c/d.ts')
  expect(resolveRelative(importer, '../../e.ts')).toBe('apps/e.ts')
  expect([isRelative('./a.ts'), isRelative('../a.ts'), isRelative('a'), isRelative('.a')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
