import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { routeStatuses } from './rules/route-statuses.ts'

holdsInThisRepository(routeStatuses)

const folder = 'apps/gateway/src/routes/models'
const route = `${folder}/route.ts`
const clean = {
  [route]: "export const modelsRoute = defineRoute({\n  path: '/models',\n  statuses: [200, 503],\n})",
  [`${folder}/200.test.ts`]: '',
  [`${folder}/503.test.ts`]: '',
  [`${folder}/stream.test.ts`]: '',
}

test('a route with a test for each status passes', () => {
  expect(violationsIn(routeStatuses, clean)).toEqual([])
})

test.each([
  ['export const path = 1'],
  ['defineRoute({ handle })'],
  ['// defineRoute({ statuses: [200] })'],
  ['const statuses: [200]'],
])('a route that declares no statuses: %s', (text) => {
  expect(violationsIn(routeStatuses, { [route]: text })).toEqual([
    `${route} declares no statuses: write defineRoute({ …, statuses: [200, 503] })`,
  ])
})

test.each([['[200, unavailable]'], ['[]'], ['[...common]'], ['[2000]']])(
  'statuses that are not numbers: %s',
  (list) => {
    expect(violationsIn(routeStatuses, { [route]: `defineRoute({\n  statuses: ${list} })` })).toEqual([
      `${route}:2 has statuses that are not plain numbers: write statuses: [200, 503]`,
    ])
  },
)

test('a declared status without a test', () => {
  const { [`${folder}/503.test.ts`]: _, ...texts } = clean
  expect(violationsIn(routeStatuses, texts)).toEqual([
    `${route}:3 declares 503 without a test: add 503.test.ts`,
  ])
})

test('a test of a status that is not declared', () => {
  expect(violationsIn(routeStatuses, { ...clean, [`${folder}/429.test.ts`]: '' })).toEqual([
    `${folder}/429.test.ts tests a status that ${route} does not declare: add it to statuses, or delete the test`,
  ])
})

test('a folder under routes/ without a route', () => {
  expect(violationsIn(routeStatuses, { ...clean, 'apps/gateway/src/routes/jobs/list.ts': '' })).toEqual([
    'apps/gateway/src/routes/jobs is a folder under routes/ without route.ts: ' +
      'add it, or move the folder out of routes/',
  ])
})

test('a route outside routes/, which nobody would check', () => {
  expect(violationsIn(routeStatuses, { 'apps/gateway/src/mcp/route.ts': clean[route] ?? '' })).toEqual([
    'apps/gateway/src/mcp/route.ts is a route outside routes/: move it there',
  ])
})
