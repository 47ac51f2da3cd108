// A page of the console declares every state it can be in, and the table-driven test of the page leads a browser to each
// of them, so that empty, refused and failed states are looked at as often as the one that works.
import { type DeclaredPage, declaredPages, pagesPath } from '../repository/declared-pages.ts'
import { type Repository, findFile } from '../repository/repository.ts'
import type { RuleOutcome, Violation } from '../repository/rule.ts'
import { scanSource } from '../repository/scan-source.ts'

const testFolder = 'tests/console/pages'

export function pageStates(repository: Repository): RuleOutcome {
  const pages = declaredPages(repository)
  return {
    inspected: pages.length,
    violations: [
      ...pages.flatMap((page) => checkPage(repository, page)),
      ...testsWithoutPage(repository, pages),
    ],
  }
}

function checkPage(repository: Repository, { table, name, states, line }: DeclaredPage): Violation[] {
  const at = { path: table, line }
  if (states.length === 0)
    return [{ ...at, message: `declares ${name} without states: write states: ['ready', …]` }]
  const path = `${testFolder}/${name}.test.ts`
  const test = findFile(repository, path)
  if (!test)
    return [{ ...at, message: `declares ${name} without a test: write ${path} with a row for each state` }]
  const { withoutComments } = scanSource(test.text)
  const tested = [...withoutComments.matchAll(/\bstate: '([^']+)'/g)].map((match) => match[1] ?? '')
  const missing = states
    .filter((state) => !tested.includes(state))
    .map((state) => ({
      path: table,
      line,
      message: `declares the state ${state} of ${name}, to which no row of ${path} leads`,
    }))
  const extra = tested
    .filter((state) => !states.includes(state))
    .map((state) => ({ path, message: `leads to the state ${state}, which ${table} does not declare` }))
  return [...missing, ...extra]
}

function testsWithoutPage({ files }: Repository, pages: readonly DeclaredPage[]): Violation[] {
  const names = new Set(pages.map(({ name }) => `${testFolder}/${name}.test.ts`))
  return files
    .filter(({ path }) => path.startsWith(`${testFolder}/`) && !names.has(path))
    .map(({ path }) => ({
      path,
      message: `tests no page of ${pagesPath}: name it after the page, or move it`,
    }))
}
