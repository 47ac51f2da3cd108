import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { pagesPath } from './repository/declared-pages.ts'
import { pageStates } from './rules/page-states.ts'

holdsInThisRepository(pageStates)

const groupPath = 'apps/console/src/pages/settings/settings-pages.ts'
const clean = {
  [pagesPath]: `const pages = [
    definePage({ name: 'login', path: '/login', states: ['ready', 'refused'], load }),
  ]`,
  [groupPath]: `const settingsPages = [definePage({ name: 'keys', path: '/keys', states: ['empty'], load })]`,
  'tests/console/pages/login.test.ts': `test.each([{ state: 'ready', show }, { state: 'refused', show }])`,
  'tests/console/pages/keys.test.ts': `test.each([{ state: 'empty', show }])`,
}
const violations = (changes: Record<string, string>) => violationsIn(pageStates, { ...clean, ...changes })

test('pages whose states are all tested pass', () => {
  expect(violations({})).toEqual([])
})

test('a state without a row, and a row that only a comment has', () => {
  const rows = `// { state: 'refused' }\ntest.each([{ state: 'ready', show }])`
  expect(violations({ 'tests/console/pages/login.test.ts': rows })).toEqual([
    `${pagesPath}:2 declares the state refused of login, to which no row of tests/console/pages/login.test.ts leads`,
  ])
})

test('a row for a state that the page does not declare', () => {
  const rows = `test.each([{ state: 'empty' }, { state: 'full' }])`
  expect(violations({ 'tests/console/pages/keys.test.ts': rows })).toEqual([
    `tests/console/pages/keys.test.ts leads to the state full, which ${groupPath} does not declare`,
  ])
})

test('a page without states or without a test, and a test without a page', () => {
  const pages = `definePage({ name: 'login', states: [] }), definePage({ name: 'new', states: ['ready'] })`
  expect(violations({ [pagesPath]: pages, [groupPath]: '' })).toEqual([
    `${pagesPath}:1 declares login without states: write states: ['ready', …]`,
    `${pagesPath}:1 declares new without a test: write tests/console/pages/new.test.ts with a row for each state`,
    `tests/console/pages/keys.test.ts tests no page of ${pagesPath}: name it after the page, or move it`,
  ])
})
