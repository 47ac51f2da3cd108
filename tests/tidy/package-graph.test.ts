import { describe, expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { type Repository } from './repository/repository.ts'
import { violationsIn } from './repository/rule.ts'
import type { AllowedEdges } from './rules/allowed-edges.ts'
import { packageGraph } from './rules/package-graph.ts'

holdsInThisRepository(packageGraph)

const table: AllowedEdges = {
  'foundation/runtime': [],
  'foundation/http': ['foundation/runtime'],
  'domain/credits': ['foundation/runtime'],
  'apps/gateway': ['domain/*', 'foundation/*'],
  'apps/cli': ['domain/*', 'foundation/*'],
  testkit: ['domain/*', 'foundation/*'],
  tests: ['apps/*', 'domain/*', 'foundation/*', 'testkit'],
}

type Groups = { dependencies?: string[]; devDependencies?: string[] }

function manifest(name: string, { dependencies = [], devDependencies = [] }: Groups = {}): string {
  const versions = (names: string[]) =>
    Object.fromEntries(names.map((to) => [`@gatehouse/${to}`, 'workspace:*']))
  const content = {
    name: `@gatehouse/${name}`,
    dependencies: versions(dependencies),
    devDependencies: versions(devDependencies),
  }
  return JSON.stringify(content, null, 2)
}

const clean = {
  'pnpm-workspace.yaml': 'packages:\n  - apps/*\n  - domain/*\n  - foundation/*\n  - testkit\n  - tests\n',
  'foundation/runtime/package.json': manifest('runtime', { devDependencies: ['testkit'] }),
  'foundation/http/package.json': manifest('http', { dependencies: ['runtime'] }),
  'domain/credits/package.json': manifest('credits', {
    dependencies: ['runtime'],
    devDependencies: ['testkit'],
  }),
  'apps/gateway/package.json': manifest('gateway', { dependencies: ['credits', 'http'] }),
  'apps/cli/package.json': manifest('cli', { dependencies: ['runtime'], devDependencies: ['testkit'] }),
  'testkit/package.json': manifest('testkit', { dependencies: ['runtime'] }),
  'tests/package.json': manifest('tests', { devDependencies: ['gateway', 'testkit'] }),
  'apps/gateway/src/main.ts': "import { a } from '@gatehouse/credits/a'\nimport { b } from './b.ts'",
  'apps/cli/src/dev.ts': "const { start } = await import('@gatehouse/testkit/start-postgres')",
  'domain/credits/src/a.test.ts': "import { clock } from '@gatehouse/testkit/fake-clock'",
  'domain/credits/tools/write.ts': "import { start } from '@gatehouse/testkit/start-postgres'",
  'tests/proofs/a.proof.ts': "import { start } from '@gatehouse/testkit/start-postgres'",
}

function violations(changes: Record<string, string> = {}, edges: AllowedEdges = table): string[] {
  return violationsIn((repository: Repository) => packageGraph(repository, edges), { ...clean, ...changes })
}

test('a clean workspace passes', () => {
  expect(violations()).toEqual([])
})

describe('package.json against the table', () => {
  test('an app that depends on an app', () => {
    const dependencies = ['gateway']
    expect(
      violations({
        'apps/cli/package.json': manifest('cli', { dependencies, devDependencies: ['testkit'] }),
      }),
    ).toEqual([
      'apps/cli/package.json:4 @gatehouse/cli must not have @gatehouse/gateway in dependencies: ' +
        'apps never import apps; move what both need into domain/ or foundation/',
    ])
  })

  test('foundation that depends on domain, even for its tests', () => {
    const found = violations({
      'foundation/http/package.json': manifest('http', { devDependencies: ['credits'] }),
    })
    expect(found).toEqual([
      'foundation/http/package.json:5 @gatehouse/http must not have @gatehouse/credits in devDependencies: ' +
        'remove it, or argue for the edge in tests/tidy/rules/allowed-edges.ts',
    ])
  })

  test('the testkit in dependencies', () => {
    const found = violations({
      'apps/gateway/package.json': manifest('gateway', { dependencies: ['credits', 'testkit'] }),
    })
    expect(found).toEqual([
      'apps/gateway/package.json:5 @gatehouse/gateway must not have @gatehouse/testkit in dependencies: ' +
        'the testkit belongs in devDependencies',
    ])
  })

  test('an edge between domain packages that is not listed', () => {
    const changes = { 'domain/billing/package.json': manifest('billing', { dependencies: ['credits'] }) }
    expect(violations(changes, { ...table, 'domain/billing': [] })).toEqual([
      'domain/billing/package.json:4 @gatehouse/billing must not have @gatehouse/credits in dependencies: ' +
        'remove it, or argue for the edge in tests/tidy/rules/allowed-edges.ts',
    ])
  })

  test('a cycle of packages that the table allows', () => {
    const changes = {
      'domain/billing/package.json': manifest('billing', { dependencies: ['credits'] }),
      'domain/credits/package.json': manifest('credits', {
        dependencies: ['billing'],
        devDependencies: ['testkit'],
      }),
    }
    const edges = { ...table, 'domain/billing': ['domain/credits'], 'domain/credits': ['domain/billing'] }
    expect(violations(changes, edges)).toEqual([
      'domain/credits/package.json is in a cycle of packages ' +
        '(@gatehouse/credits → @gatehouse/billing → @gatehouse/credits): ' +
        'move what they share into a package below both',
    ])
  })
})

describe('the table against the layers', () => {
  const path = 'tests/tidy/rules/allowed-edges.ts'

  test('a package that is not in the table', () => {
    expect(violations({ 'domain/mail/package.json': manifest('mail') })).toEqual([
      `domain/mail/package.json is a package that is missing in the table of edges: add 'domain/mail' to ${path}`,
    ])
  })

  test('a line for a package that is gone', () => {
    expect(violations({}, { ...table, 'domain/gone': [] })).toEqual([
      `${path} lists 'domain/gone', which is not a package: remove the line`,
    ])
  })

  test.each([
    [
      'foundation/runtime',
      'foundation/http',
      'foundation/runtime uses none of our packages: move the code up instead',
    ],
    [
      'foundation/http',
      'domain/credits',
      'the direction is apps → domain → foundation: pass a port down instead',
    ],
    ['domain/credits', 'apps/cli', 'the direction is apps → domain → foundation: pass a port down instead'],
    [
      'domain/credits',
      'foundation/http',
      'domain does not know HTTP: return an outcome and let the app translate it',
    ],
    ['domain/credits', 'domain/*', 'domain packages name each edge: list the packages one by one'],
    ['apps/cli', 'apps/gateway', 'apps never import apps: move what both need into domain/ or foundation/'],
    ['apps/cli', 'testkit', 'the direction is apps → domain → foundation: pass a port down instead'],
  ])('a line %s → %s', (from, to, reason) => {
    const found = violations({}, { ...table, [from]: [...(table[from] ?? []), to] })
    expect(found).toContain(`${path} lists ${from} → ${to}, but ${reason}`)
  })
})

describe('imports against package.json', () => {
  test('a package that is not declared', () => {
    expect(violations({ 'apps/cli/src/a.ts': "\nimport '@gatehouse/credits/a'" })).toEqual([
      'apps/cli/src/a.ts:2 imports @gatehouse/credits, which apps/cli/package.json does not declare: ' +
        'add it there as "workspace:*"',
    ])
  })

  test('a devDependency in production code, also for its types only', () => {
    expect(
      violations({ 'domain/credits/src/a.ts': "import type { A } from '@gatehouse/testkit/a'" }),
    ).toEqual([
      'domain/credits/src/a.ts:1 imports @gatehouse/testkit, a devDependency, in production code: ' +
        'move it to dependencies or the code to a test',
    ])
  })

  test('a devDependency in a folder of src/ that happens to be called tools', () => {
    const path = 'domain/credits/src/tools/a.ts'
    expect(violations({ [path]: "import { a } from '@gatehouse/testkit/a'" })).toHaveLength(1)
  })

  test('a dynamic import of the testkit anywhere but in the command-line tool', () => {
    expect(violations({ 'domain/credits/src/a.ts': "await import('@gatehouse/testkit/a')" })).toEqual([
      'domain/credits/src/a.ts:1 imports @gatehouse/testkit, a devDependency, in production code: ' +
        'move it to dependencies or the code to a test',
    ])
  })

  test('a static import of the testkit in the command-line tool', () => {
    expect(violations({ 'apps/cli/src/dev.ts': "import { a } from '@gatehouse/testkit/a'" })).toEqual([
      'apps/cli/src/dev.ts:1 imports @gatehouse/testkit statically: ' +
        "use await import('@gatehouse/testkit/a'), production has no @gatehouse/testkit",
    ])
  })

  test('a relative path out of the package', () => {
    expect(violations({ 'apps/cli/src/a.ts': "import { a } from '../../gateway/src/a.ts'" })).toEqual([
      'apps/cli/src/a.ts:1 imports apps/gateway/src/a.ts, outside its package: ' +
        "import @gatehouse/… through that package's exports",
    ])
  })

  test('a package that imports itself by name', () => {
    expect(violations({ 'domain/credits/src/b.ts': "import { a } from '@gatehouse/credits/a'" })).toEqual([
      'domain/credits/src/b.ts:1 imports its own package by name: write a relative path',
    ])
  })
})
