import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import { violationsIn } from './repository/rule.ts'
import { oneCharge } from './rules/one-charge.ts'

holdsInThisRepository(oneCharge)

const clean = {
  'apps/gateway/src/call/call.ts': 'return this.#deps.settler.settle({ id })',
  'apps/gateway/src/call/charge-then-send.ts': 'await client.end(bytes)',
  'apps/gateway/src/call/client-link.ts': 'this.#response.end(bytes, over.resolve)\nreply.raw.end(body)',
}
const path = 'apps/gateway/src/model/a.ts'

test('the files that charge and send may do so, and tests may do anything', () => {
  expect(
    violationsIn(oneCharge, { ...clean, 'apps/gateway/src/call/a.test.ts': 'client.end(body)' }),
  ).toEqual([])
})

test.each([
  ['await deps.settler.settle(finished)', 'settles a call: use charge, park or fail of its Call'],
  ['await client.end(body)', 'ends an answer: use chargeThenSend, or throw the error with which it ends'],
  ['reply.raw.end(body)', 'writes the last byte of a response: use the Client of its call'],
])('a second place with %j is reported', (text, message) => {
  expect(violationsIn(oneCharge, { ...clean, [path]: text })).toEqual([`${path}:1 ${message}`])
})

test('a file that the rule names must exist', () => {
  const { 'apps/gateway/src/call/call.ts': _gone, ...rest } = clean
  expect(violationsIn(oneCharge, rest)).toEqual([
    'apps/gateway/src/call/call.ts is named by the rule one-charge but does not exist',
  ])
})
