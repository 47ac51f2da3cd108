import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { exactVersions } from './rules/exact-versions.ts'

holdsInThisRepository(exactVersions)

const decisionPath = 'docs/decisions/0006-dependencies.md'
const workspace =
  'packages:\n  - apps/*\n\n# Exact.\ncatalog:\n  "@types/pg": 8.23.1\n  zod: 4.6.7\n\nsaveExact: true\nallowBuilds:\n  node: true\n'

function manifest(dependencies: Record<string, string>): string {
  return JSON.stringify({ name: '@gatehouse/gateway', dependencies }, null, 2)
}

const clean = {
  'pnpm-workspace.yaml': workspace,
  'package.json': JSON.stringify({ name: 'gatehouse', devDependencies: { '@types/pg': 'catalog:' } }),
  'apps/gateway/package.json': manifest({ zod: 'catalog:', '@gatehouse/http': 'workspace:*' }),
  [decisionPath]: '# Dependencies\n\n- `zod`: validation\n- `@types/pg`: types\n',
}

const violations = (changes: Record<string, string>) => violationsIn(exactVersions, { ...clean, ...changes })

test('exact versions that are used and explained pass', () => {
  expect(violations({})).toEqual([])
})

test.each([['^4.6.7'], ['~4.6'], ['latest'], ['4'], ["'>=4'"]])(
  'a catalog version that is not exact: %s',
  (version) => {
    expect(violations({ 'pnpm-workspace.yaml': workspace.replace('4.6.7', version) })).toEqual([
      `pnpm-workspace.yaml:7 has zod at '${version.replaceAll("'", '')}': write one exact version`,
    ])
  },
)

test('an unused catalog entry', () => {
  expect(violations({ 'package.json': '{}' })).toEqual([
    'pnpm-workspace.yaml:6 has @types/pg, which is not used: remove it',
  ])
})

test('a catalog entry that the decision does not explain, and no decision at all', () => {
  expect(violations({ [decisionPath]: '# Dependencies\n\n- `zod`, zod-like\n' })).toEqual([
    `${decisionPath} does not say why we use \`@types/pg\`: add a line`,
  ])
  const { [decisionPath]: _, ...texts } = clean
  expect(violationsIn(exactVersions, texts)).toEqual([
    `${decisionPath} does not exist: write it with a line for each of the 2 catalog entries`,
  ])
})

test.each([
  ['zod', '4.6.7', 'catalog:'],
  ['@gatehouse/http', '^1.0.0', 'workspace:*'],
  ['@gatehouse/http', 'workspace:^', 'workspace:*'],
])('%s at %s in a package.json', (name, version, expected) => {
  const changed = { zod: 'catalog:', [name]: version }
  expect(violations({ 'apps/gateway/package.json': manifest(changed) })).toEqual([
    expect.stringMatching(/^apps\/gateway\/package\.json:\d /),
  ])
  expect(violations({ 'apps/gateway/package.json': manifest(changed) })[0]).toContain(
    `has ${name} at "${version}": write "${expected}"`,
  )
})

test('a dependency that the catalog lacks', () => {
  expect(violations({ 'apps/gateway/package.json': manifest({ zod: 'catalog:', pg: 'catalog:' }) })).toEqual([
    'apps/gateway/package.json:5 has pg, which the catalog lacks: add it to pnpm-workspace.yaml',
  ])
})

test('a second version of a package is in a named catalog, which its manifest names', () => {
  const named = workspace.replace('\nsaveExact', '\ncatalogs:\n  old:\n    zod: 3.25.76\n\nsaveExact')
  const old = { 'pnpm-workspace.yaml': named, 'apps/cli/package.json': manifest({ zod: 'catalog:old' }) }
  expect(violations(old)).toEqual([])
  expect(violations({ 'pnpm-workspace.yaml': named })).toEqual([
    'pnpm-workspace.yaml:11 has zod, which is not used: remove it',
  ])
  expect(violations({ ...old, 'pnpm-workspace.yaml': workspace })).toEqual([
    'apps/cli/package.json:4 has zod at "catalog:old": write "catalog:"',
  ])
})
