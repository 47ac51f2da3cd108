import { Fault } from '@gatehouse/runtime/fault'
import { expect, test } from 'vitest'
import { inputObject, inputs, optionalInput } from './input.ts'
import { locateInput } from './locate-input.ts'

const table = {
  companyId: inputs.id,
  input: optionalInput(inputObject('Settings', 'Settings.', { name: inputs.string })),
}
const fault = (input: string | undefined) =>
  new Fault({
    kind: 'invalid',
    code: 'test.fault',
    publicMessage: 'No.',
    publicDetails: { b: 2 },
    context: { a: 1 },
    ...(input !== undefined && { input }),
  })

test.each([
  ['companyId', 'companyId'],
  ['name', 'input.name'],
  ['input.name', 'input.name'],
  ['other', undefined],
  [undefined, undefined],
])('an input that the domain calls %s is found at %s', (named, path) => {
  expect(locateInput(table, fault(named))).toMatchObject({
    kind: 'invalid',
    code: 'test.fault',
    publicMessage: 'No.',
    publicDetails: { b: 2 },
    context: { a: 1 },
    input: path,
  })
})

test('what is not a fault is passed on', () => {
  const error = new TypeError('no')
  expect(locateInput(table, error)).toBe(error)
})
