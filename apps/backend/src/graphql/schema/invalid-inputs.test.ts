import { createLogger } from '@gatehouse/telemetry/create-logger'
import { execute } from 'graphql'
import { expect, test } from 'vitest'
import { formatError } from '../format-error.ts'
import { badRequest } from '../graphql-faults.ts'
import { createValidDocuments, prepareDocument } from '../prepare-document.ts'
import { createSchema } from './create-schema.ts'
import { defineQuery } from './define-operation.ts'
import { inputObject, inputs, listInput, optionalInput } from './input.ts'
import { shapes } from './shape.ts'

const even = {
  type: inputs.int.type,
  read(value: unknown) {
    if (Number(value) % 2 !== 0) throw badRequest('A number must be even.')
    return value as number
  },
}
const add = defineQuery({
  name: 'add',
  description: 'Adds.',
  inputs: {
    first: optionalInput(inputs.int),
    at: optionalInput(inputs.time),
    input: inputObject('AddInput', 'Numbers.', { numbers: listInput(even), limit: optionalInput(even) }),
  },
  returns: shapes.boolean,
  resolve(_context, { first }) {
    if (first === 0) throw badRequest('first must not be 0.', 'first')
    return true
  },
})
const schema = createSchema([add], { Query: { add: 'anyone' } })
const origin = { requestId: 'r-1', logger: createLogger({ service: 'test', level: 'error', sinks: [] }) }

async function ask(query: string, variables: Record<string, unknown> = {}) {
  const prepared = prepareDocument({ schema, validDocuments: createValidDocuments() }, { query, variables })
  if (prepared.kind === 'refused') return prepared.errors.map((error) => formatError(error, origin))
  const { document } = prepared
  const { errors } = await execute({ schema, document, variableValues: variables, contextValue: {} })
  return errors?.map((error) => formatError(error, origin)) ?? []
}

const whole = 'query ($given: AddInput!, $when: DateTime) { add(input: $given, at: $when) }'
const nested = 'query ($limit: Int, $n: Int!) { add(input: { limit: $limit, numbers: [2, $n] }) }'

test.each<[string, string, Record<string, unknown>, readonly string[]]>([
  ['a variable of the wrong type', whole, { given: { numbers: [2] }, when: 'tomorrow' }, ['at']],
  ['a value inside a variable', whole, { given: { numbers: [2, 'x'] } }, ['input.numbers.1']],
  ['an object that lacks a value', whole, { given: {} }, ['input']],
  ['null inside a variable', whole, { given: { numbers: null } }, ['input.numbers']],
  ['a missing variable', whole, {}, ['input']],
  ['two values', whole, { given: { numbers: ['x'], limit: 'y' } }, ['input.limit', 'input.numbers.0']],
  ['a variable inside an object', nested, { limit: 'x', n: 2 }, ['input.limit']],
  ['a variable inside a list', nested, { n: 'x' }, ['input.numbers.1']],
  ['a literal', '{ add(input: { numbers: [2, true] }) }', {}, ['input.numbers.1']],
  ['a value that its reader refuses', whole, { given: { numbers: [2, 3] } }, ['input.numbers.1']],
  ['an optional value that its reader refuses', whole, { given: { numbers: [], limit: 1 } }, ['input.limit']],
  ['a list that is too long', whole, { given: { numbers: Array(101).fill(2) } }, ['input.numbers']],
  ['a value that the operation refuses', '{ add(first: 0, input: { numbers: [] }) }', {}, ['first']],
])('%s is named', async (_name, query, variables, expected) => {
  const errors = await ask(query, variables)
  expect(errors.map(({ extensions }) => extensions.input)).toEqual(expected)
  expect(new Set(errors.map(({ extensions }) => extensions.code))).toEqual(new Set(['BAD_USER_INPUT']))
})

test('the message says which variable is invalid and why', async () => {
  const [error] = await ask(whole, { given: { numbers: ['x'] } })
  expect(error?.message).toBe(
    'Variable "$given" has invalid value at "numbers.0": Int cannot represent non-integer value: "x"',
  )
})

test('an error about something other than an input names none', async () => {
  const [error] = await ask('{ subtract }')
  expect(error?.extensions).toEqual({ code: 'BAD_USER_INPUT', fault: 'graphql.invalid', request_id: 'r-1' })
})
