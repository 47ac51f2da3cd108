import { expect, test } from 'vitest'
import type { AccessTable } from '../access/access-table.ts'
import { createSchema } from './create-schema.ts'
import { defineQuery } from './define-operation.ts'
import { inputs } from './input.ts'
import { defineObject, field, shapes } from './shape.ts'

const thing = defineObject<string>('Thing', 'A thing.', { name: field(shapes.string, (name) => name) })
const things = defineQuery({
  name: 'things',
  description: 'A thing.',
  inputs: { companyId: inputs.id },
  returns: thing,
  resolve: () => 'one',
})
const home = defineQuery({
  name: 'home',
  description: 'Nothing.',
  inputs: {},
  returns: shapes.boolean,
  resolve: () => true,
})

test.each<[string, AccessTable, RegExp]>([
  ['a field without an entry', { Query: { things: 'user' } }, /Thing\.name has no entry/],
  [
    'an entry without a field',
    { Query: { things: 'user' }, Thing: { name: 'asParent', gone: 'user' } },
    /Thing\.gone has an entry but does not exist/,
  ],
  [
    'a root field with the level asParent',
    { Query: { things: 'asParent' }, Thing: { name: 'asParent' } },
    /has no parent/,
  ],
  [
    'a company level on a nested field',
    { Query: { things: 'user' }, Thing: { name: 'companyAdmin' } },
    /Thing\.name is not an operation/,
  ],
])('%s prevents the schema from being created', (_name, table, mistake) => {
  expect(() => createSchema([things], table)).toThrow(mistake)
})

test('an operation with a company level needs a companyId', () => {
  expect(() => createSchema([home], { Query: { home: 'companyAdmin' } })).toThrow(/needs an input companyId/)
})

test('two operations with the same name are refused', () => {
  expect(() => createSchema([home, home], { Query: { home: 'user' } })).toThrow(/defined twice/)
})

test('two schemas of the same operations do not share guards', () => {
  const table: AccessTable = { Query: { home: 'user' } }
  const [first, second] = [createSchema([home], table), createSchema([home], table)]
  const resolverOf = (schema: typeof first) => schema.getQueryType()?.getFields()['home']?.resolve
  expect(resolverOf(first)).not.toBe(resolverOf(second))
  expect(home.field.resolve).not.toBe(resolverOf(first))
})
