import { Fault } from '@gatehouse/runtime/fault'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Caller, type Operation, defineOperation, timestampText } from './operation.ts'

function countTo(method: 'GET' | 'POST'): Operation {
  return defineOperation({
    name: 'get_usage',
    title: 'Count',
    description: 'Counts.',
    rest: { method, path: '/count' },
    scope: 'usage:read',
    isBillable: false,
    capabilities: [],
    input: z.object({ limit: z.coerce.number().int().max(3).default(1) }),
    output: z.object({ count: z.int() }),
    run: async ({ limit }) => ({ body: { count: limit } }),
  })
}
const caller = {} as Caller

async function refusal(operation: Operation, raw: unknown): Promise<Fault> {
  const thrown: unknown = await operation.run(raw, caller).catch((error: unknown) => error)
  if (!(thrown instanceof Fault)) throw new Error('the operation did not refuse', { cause: thrown })
  return thrown
}

test('an operation runs with the input parsed by its schema', async () => {
  expect(await countTo('GET').run({ limit: '2' }, caller)).toEqual({ body: { count: 2 } })
  expect(await countTo('GET').run({}, caller)).toEqual({ body: { count: 1 } })
})

test('an invalid query is refused with the name of its parameter', async () => {
  const fault = await refusal(countTo('GET'), { limit: '4' })
  expect(fault.code).toBe('gateway.parameter_invalid')
  expect(fault.context).toEqual({ param: 'limit' })
  expect(fault.publicMessage).toMatch(/^limit: /)
})

test('an unknown argument is refused by name, with a list of the known ones', async () => {
  const { input: _input, ...rest } = countTo('POST')
  const strict = defineOperation({
    ...rest,
    input: z.strictObject({ limit: z.number() }),
    run: async () => ({ body: {} }),
  })
  const fault = await refusal(strict, { limit: 1, tools: [] })
  expect(fault.context).toEqual({ param: 'tools' })
  expect(fault.publicMessage).toBe('"tools": not an argument. Known arguments: limit.')
})

test('an invalid body is refused as a body', async () => {
  expect((await refusal(countTo('POST'), { limit: 4 })).code).toBe('http.body_invalid')
  expect((await refusal(countTo('POST'), [])).publicMessage).toMatch(/^The input: /)
})

test.each([
  ['2026-03-02', '2026-03-02T00:00:00Z'],
  ['2026-03-02T12:00:00+14:00', '2026-03-02T12:00:00+14:00'],
  ['2026-03-02T12:00:00.123456-11:30', '2026-03-02T12:00:00.123456-11:30'],
  ['0001-01-01', '0001-01-01T00:00:00Z'],
])('%s is a timestamp', (text, read) => {
  expect(timestampText.parse(text)).toBe(read)
})

test.each(['2026-03-02T12:00:00+23:00', '2026-03-02T12:00:00-15:00', '0000-01-01', '0000-12-31T00:00:00Z'])(
  '%s is not a timestamp that Postgres accepts',
  (text) => {
    expect(timestampText.safeParse(text).success).toBe(false)
  },
)
