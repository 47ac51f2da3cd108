import { execute, parse } from 'graphql'
import { expect, expectTypeOf, test } from 'vitest'
import { createSchema } from './create-schema.ts'
import { defineQuery, defineSubscription } from './define-operation.ts'
import { enumInput, inputObject, inputs, listInput, optionalInput } from './input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from './shape.ts'

const colour = enumeration('Colour', 'A colour.', ['RED', 'BLUE'])
const echo = defineQuery({
  name: 'echo',
  description: 'The inputs received.',
  inputs: {
    id: inputs.id,
    colour: enumInput(colour),
    password: inputs.secret,
    when: optionalInput(inputs.time),
    input: inputObject('EchoInput', 'Several.', { names: listInput(inputs.string) }),
  },
  returns: shapes.json,
  resolve(_context, given) {
    expectTypeOf(given).toEqualTypeOf<{
      id: string
      colour: 'RED' | 'BLUE'
      password: (typeof given)['password']
      when: Date | null
      input: { names: readonly string[] }
    }>()
    return { ...given, password: String(given.password) }
  },
})
const thing = defineObject<{ name: string | null; at: Date }>('Thing', 'A thing.', {
  name: field(optional(shapes.string), ({ name }) => name),
  at: field(shapes.time, ({ at }) => at),
})
const things = defineQuery({
  name: 'things',
  description: 'Two.',
  inputs: {},
  returns: listOf(thing),
  resolve: () => [
    { name: null, at: new Date(0) },
    { name: 'b', at: new Date(1) },
  ],
})
const ticks = defineSubscription({
  name: 'ticks',
  description: 'One.',
  inputs: {},
  returns: shapes.int,
  async *subscribe() {
    yield 1
  },
})
const schema = createSchema([echo, things, ticks], {
  Query: { echo: 'anyone', things: 'anyone' },
  Subscription: { ticks: 'anyone' },
  Thing: { name: 'asParent', at: 'asParent' },
})

const run = (query: string, variableValues: Record<string, unknown> = {}) =>
  execute({ schema, document: parse(query), variableValues, contextValue: {} })

const ask = `query ($id: ID!, $names: [String!]!, $when: DateTime) {
  echo(id: $id, colour: RED, password: "p", when: $when, input: { names: $names }) }`
const id = '0190a000-0000-7000-8000-00000000000a'

test('inputs have the types they declare, and omitted ones are null', async () => {
  const given = { id: id.toUpperCase(), names: ['a'], when: '2026-01-31T12:00:00+01:00' }
  expect(await run(ask, given)).toEqual({
    data: {
      echo: {
        id,
        colour: 'RED',
        password: '[secret]',
        when: new Date('2026-01-31T11:00:00Z'),
        input: { names: ['a'] },
      },
    },
  })
  expect(await run(ask, { id, names: [] })).toMatchObject({ data: { echo: { when: null } } })
})

test.each([
  ['a malformed id', { id: 'x', names: [] }, 'graphql.id_unknown'],
  ['a list of more than 100', { id, names: Array.from({ length: 101 }, () => 'a') }, 'graphql.bad_request'],
  ['an invalid time', { id, names: [], when: 'tomorrow' }, 'write a time as'],
])('%s is refused before the operation runs', async (_name, given, message) => {
  const { data, errors } = await run(ask, given)
  expect(data?.['echo'] ?? null).toBeNull()
  expect(errors?.[0]?.message).toContain(message)
})

test('objects, lists, optional values and times are serialised as the schema declares', async () => {
  expect(await run('{ things { name at } }')).toEqual({
    data: {
      things: [
        { name: null, at: '1970-01-01T00:00:00.000Z' },
        { name: 'b', at: '1970-01-01T00:00:00.001Z' },
      ],
    },
  })
})
