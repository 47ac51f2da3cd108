import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { routeStatuses } from './rules/route-statuses.ts'

holdsInThisRepository(routeStatuses)

const folder = 'apps/gateway/src/routes/models'
const route = `${folder}/route.ts`
const routeTest = `${folder}/route.test.ts`
const named = "test('200: it lists', async () => {\n  expect((await list()).status).toBe(200)\n})\n"
const table =
  "test.each([\n  { status: 503, why: 'no database (yet)' },\n])('$status: $why', ({ status }) => {\n" +
  '  expect(refuse(status)).toMatch(`${status} api_error`)\n})\n'
const clean = {
  [route]: "export const modelsRoute = defineRoute({\n  path: '/models',\n  statuses: [200, 503],\n})",
  [routeTest]: named + table,
}
const untested = (status: number) =>
  `${route}:3 declares ${status} without a test: add test('${status}: …') or a row { status: ${status} } to route.test.ts`

test('a route whose tests name and expect each status passes', () => {
  expect(violationsIn(routeStatuses, clean)).toEqual([])
})

test('several files may hold the tests, and other tests need no status', () => {
  const other = "test('it lists nothing else', () => {\n  expect(1).toBe(1)\n})"
  const texts = { ...clean, [routeTest]: named, [`${folder}/refusals.test.ts`]: table + other }
  expect(violationsIn(routeStatuses, texts)).toEqual([])
})

test.each([
  ["// test('503: away', () => {\n//   expect(status).toBe(503)\n// })"],
  ["test('away', () => {\n  expect(status).toBe(503)\n})"],
  ["test('away: 503', () => {\n  expect(status).toBe(503)\n})"],
  ["const name = '503: away'\nexpect(status).toBe(503)"],
  [
    "const rows = [{ status: 503 }]\ntest.each(rows)('$status: away', ({ status }) => expect(status).toBe(status))",
  ],
  ["test.each([\n// { status: 503 }\n])('$status: away', ({ status }) => expect(send()).toBe(status))"],
  ["test.each([{ status: 503 }])('%o is refused', ({ status }) => expect(send()).toBe(status))"],
])('what does not count as a test of a status: %s', (text) => {
  expect(violationsIn(routeStatuses, { ...clean, [routeTest]: named + text })).toEqual([untested(503)])
})

test.each([
  ["test('503: away', () => {\n  expect(send()).toBe(500)\n})"],
  ["test('503: away', () => {\n  refuse(503)\n  expect(send()).toBeTruthy()\n})"],
  ["test('503: away', () => {\n  expect(send()).toBeTruthy() // 503\n})"],
  ["test('503: away', () => {\n  expect(refuse(503)).toBeTruthy()\n})"],
  [
    "test.each([{ status: 503 }])('$status: away', ({ status }) => {\n  expect(refuse(status)).toBe(true)\n})",
  ],
  [
    "test.each([{ status: 503 }])('$status: away', ({ status }) => {\n  refuse(status)\n  expect(1).toBe(1)\n})",
  ],
])('a test that is named after a status and does not expect it: %s', (text) => {
  expect(violationsIn(routeStatuses, { ...clean, [routeTest]: named + text })).toEqual([
    untested(503),
    `${routeTest}:4 names a test after 503 that does not expect it: expect(…) the status`,
  ])
})

test.each([
  ["test('503: away', async () => {\n  await expect(send()).resolves.toMatchObject({ status: 503 })\n})"],
  [
    "test.each([['a'], ['b']])('503: %s', async (name) => {\n  expect(await send(name)).toBe('503 api_error')\n})",
  ],
  [
    "test.for([{ status: 503 }])('$status: away', ({ status }, { gateway }) => {\n  expect(send(gateway)).toBe(status)\n})",
  ],
  ["test('503: away', { timeout: 30_000 }, async () => {\n  await expectRefused(send(), 503)\n})"],
])('ways to expect a status: %s', (text) => {
  expect(violationsIn(routeStatuses, { ...clean, [routeTest]: named + text })).toEqual([])
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
  expect(violationsIn(routeStatuses, { ...clean, [routeTest]: table })).toEqual([untested(200)])
})

test('a test of a status that is not declared', () => {
  const texts = {
    ...clean,
    [`${folder}/limits.test.ts`]: "test('418: tea', () => {\n  expect(brew()).toBe(418)\n})",
  }
  const message = `which ${route} does not declare: add it to statuses, or delete the test`
  expect(violationsIn(routeStatuses, texts)).toEqual([`${folder}/limits.test.ts:1 tests 418, ${message}`])
})

test('a group of routes under routes/, and a route beside the routes of its group', () => {
  const group = 'apps/gateway/src/routes/jobs'
  const grouped = Object.fromEntries(
    Object.entries(clean).flatMap(([path, text]) => [
      [path.replace(folder, `${group}/list`), text],
      [path.replace(folder, `${folder}/search`), text],
      [path, text],
    ]),
  )
  expect(violationsIn(routeStatuses, { ...grouped, [`${group}/job-schema.ts`]: '' })).toEqual([])
  expect(violationsIn(routeStatuses, { ...grouped, [`${group}/old/list.ts`]: '' })).toEqual([
    `${group} is a folder under routes/ without route.ts: add it, or move the folder out of routes/`,
  ])
})

test('a folder under routes/ without a route', () => {
  expect(violationsIn(routeStatuses, { ...clean, 'apps/gateway/src/routes/jobs/list.ts': '' })).toEqual([
    'apps/gateway/src/routes/jobs is a folder under routes/ without route.ts: ' +
      'add it, or move the folder out of routes/',
  ])
})

test('a route outside routes/, which would not be checked', () => {
  expect(violationsIn(routeStatuses, { 'apps/gateway/src/mcp/route.ts': clean[route] ?? '' })).toEqual([
    'apps/gateway/src/mcp/route.ts is a route outside routes/: move it there',
  ])
})
