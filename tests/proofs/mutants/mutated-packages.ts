// The packages whose tests `pnpm prove mutants-keys` and its siblings try, with the files that are changed and the tests that must notice it.

export type MutatedPackage = {
  name: string
  /** Patterns of the files to change, relative to the repository. */
  files: readonly string[]
  /** The package's own tests. */
  tests: readonly string[]
  /** Whether values that a module computes when it is loaded are changed, too. Each of them costs a run of all tests. */
  hasStaticMutants: boolean
}

export const billingRules: MutatedPackage = {
  name: 'billing rules',
  files: filesOf('domain/billing/src/rules'),
  tests: ['domain/billing/src/rules/**/*.test.ts'],
  hasStaticMutants: true,
}

export const access: MutatedPackage = {
  name: 'access',
  files: filesOf('apps/backend/src/graphql/access'),
  tests: ['apps/backend/src/testing/authz/*.test.ts', 'apps/backend/src/graphql/access/*.test.ts'],
  hasStaticMutants: true,
}

export function domainPackage(name: string): MutatedPackage {
  return {
    name,
    files: filesOf(`domain/${name}/src`),
    tests: [`domain/${name}/src/**/*.test.ts`],
    hasStaticMutants: false,
  }
}

/** Without the tests, and without the files that hold only the texts of faults: changing a text is not a bug. */
function filesOf(folder: string): string[] {
  return [
    `${folder}/**/*.ts`,
    `!${folder}/**/*.test.ts`,
    `!${folder}/**/testing/**`,
    `!${folder}/**/*-faults.ts`,
  ]
}
