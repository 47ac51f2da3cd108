import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { testNames } from './rules/test-names.ts'

holdsInThisRepository(testNames)

const body = "test('a', () => {\n  expect(1).toBe(1)\n})\n"
const path = 'domain/credits/src/settle.test.ts'

test.each([
  ['domain/credits/src/settle.test.ts'],
  ['domain/credits/src/settle.property.test.ts'],
  ['domain/credits/src/postgres/credit-store.integration.test.ts'],
  ['apps/gateway/src/entry/routes/models/route.test.ts'],
  ['apps/gateway/src/entry/routes/chat-completions/idempotency.test.ts'],
])('%s passes', (name) => {
  expect(violationsIn(testNames, { [name]: body })).toEqual([])
})

test.each([
  ["test.each([1])('a', (b) => expect(b).toBe(1))"],
  ["it('a', () => assert.equal(1, 1))"],
  ["test('a', async () => { await sleep(clock, 5); expectTypeOf(1).toBeNumber() })"],
  ["// test.skip(\ntest('.only(', () => expect(setTimeout(f, 1)).toBe(1))"],
])('%j passes', (text) => {
  expect(violationsIn(testNames, { [path]: text })).toEqual([])
})

test.each([['settle.e2e.test.ts'], ['settle.unit.test.ts']])('the unknown suffix of %s', (name) => {
  expect(violationsIn(testNames, { [`a/${name}`]: body })).toEqual([
    `a/${name} has an unknown suffix: use .test, .property.test or .integration.test`,
  ])
})

test.each([['settle.spec.ts'], ['settle_test.ts']])('the unsupported suffix of %s', (name) => {
  expect(violationsIn(testNames, { [`a/${name}`]: body })).toEqual([
    `a/${name} has an unsupported suffix and never runs: call it <name>.test.ts`,
  ])
})

test('a file named after a status', () => {
  expect(violationsIn(testNames, { 'apps/gateway/src/routes/models/200.test.ts': body })).toEqual([
    'apps/gateway/src/routes/models/200.test.ts is named after a status: ' +
      "write test('200: …') in the route's route.test.ts",
  ])
})

test('a file without a test', () => {
  expect(violationsIn(testNames, { [path]: "expect('test(').toBe(latest(1))" })).toEqual([
    `${path} contains no test: write test(…), or delete the file`,
  ])
})

test('a test that asserts nothing', () => {
  expect(violationsIn(testNames, { [path]: "test('a', () => { run() }) // expect(1)" })).toEqual([
    `${path} asserts nothing: expect(…) what its name promises`,
  ])
})

test.each([
  ["test.skip('a', f)", 'test.skip'],
  ["describe.only('a', f)", 'describe.only'],
  ["it.todo('a')", 'it.todo'],
  ["test.skipIf(a)('b', f)", 'test.skipIf'],
  ["test.concurrent.only('a', f)", 'test.concurrent.only'],
  ['context.skip()', '.skip('],
  ["xit('a', f)", 'xit('],
])('a disabled test: %s', (line, found) => {
  expect(violationsIn(testNames, { [path]: `${body}${line}` })).toEqual([
    `${path}:4 has ${found}: run it, or delete it`,
  ])
})

test.each([
  ['await new Promise((resolve) => setTimeout(resolve, 50))'],
  ['await new Promise<void>((r) => {\n  setTimeout(r, 50)\n})'],
  ['await sleep(50)'],
  ['await sleep(createSystemClock(), 50)'],
  ["import { setTimeout as wait } from 'node:timers/promises'"],
])('a test that sleeps: %j', (line) => {
  expect(violationsIn(testNames, { [path]: `${body}${line}` })).toEqual([
    expect.stringMatching(/:4 .+: wait for a condition with waitUntil, or move the fake clock$/),
  ])
})
