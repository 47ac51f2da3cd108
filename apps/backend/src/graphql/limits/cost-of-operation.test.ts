import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLOutputType,
  type OperationDefinitionNode,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql'
import { expect, test } from 'vitest'
import { accessTable } from '../access/access-table.ts'
import { operations } from '../operations.ts'
import { createValidDocuments, prepareDocument } from '../prepare-document.ts'
import { createSchema } from '../schema/create-schema.ts'
import { listFields } from '../schema/guard-fields.ts'
import { costMax, costOfOperation } from './cost-of-operation.ts'

const schema = createSchema(operations, accessTable)

type AnyField = GraphQLField<unknown, unknown>

/** A field with an input `first`: it returns a page, or a list up to the requested length. */
const isConnection = (field: AnyField) => field.args.some(({ name }) => name === 'first')

/**
 * Selects all fields of the type and of the objects in it. Nested connections are left out: each is tested separately.
 */
function selectAll(type: GraphQLOutputType): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).filter((field) => !isConnection(field))
  return `{ ${fields.map((field) => `${field.name} ${selectAll(field.type)}`).join(' ')} }`
}

function inputFor({ name, type }: GraphQLArgument): string {
  if (name === 'first') return 'first: 100'
  const named = getNamedType(type)
  if (isEnumType(named)) return `${name}: ${named.getValues()[0]?.name}`
  if (isListType(type)) return `${name}: []`
  if (named.name === 'DateTime') return `${name}: "2026-01-31T12:00:00Z"`
  if (named.name === 'Int' || named.name === 'Float') return `${name}: 2`
  return `${name}: "0190a000-0000-7000-8000-00000000000a"`
}

function askForAll(field: AnyField): string {
  const given = field.args.filter(({ name, type }) => isNonNullType(type) || name === 'first').map(inputFor)
  return `${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${selectAll(field.type)}`
}

const costOf = (query: string) =>
  costOfOperation(schema, {
    operation: parse(query).definitions[0] as OperationDefinitionNode,
    fragments: new Map(),
    variables: {},
  })

const queries = Object.values(schema.getQueryType()?.getFields() ?? {})

test.each(queries.map((query): [string, AnyField] => [query.name, query]))(
  '%s may return 100 entries with all their fields',
  (_name, query) => {
    expect(
      prepareDocument(
        { schema, validDocuments: createValidDocuments() },
        { query: `{ ${askForAll(query)} }` },
      ),
    ).toMatchObject({ kind: 'ready' })
  },
)

test('every connection is a query, so none is missing above', () => {
  const connections = listFields(schema).filter(({ field }) => isConnection(field as AnyField))
  expect(connections.filter(({ typeName }) => typeName !== 'Query')).toEqual([])
  expect(connections.map(({ field }) => field.name)).toContain('calls')
})

const company = 'companyId: "0190a000-0000-7000-8000-00000000000a"'

test('the length of a page counts for the rows that are read and for the objects in its nodes, once each', () => {
  // 20 for the operation, 1 for the page, 100 rows, 100 objects.
  expect(costOf(`{ calls(${company}, first: 100) { nodes { id model credits } hasNextPage } }`)).toBe(221)
  expect(costOf(`{ calls(${company}, first: 100) { hasNextPage } }`)).toBe(121)
  expect(costOf(`{ calls(${company}) { nodes { id } } }`)).toBe(61)
})

test('an operation with large rows costs what it reads, even if little of it is selected', () => {
  const jobs = (count: number) =>
    `{ ${Array.from({ length: count }, (_, n) => `a${n}: jobs(${company}, first: 100) { nodes { id } }`).join(' ')} }`
  expect(costOf(jobs(1))).toBe(1_121)
  expect(costOf(jobs(5))).toBeGreaterThan(costMax)
})

test('a nested list counts once for each entry of the outer list', () => {
  const query = `{ matches(${company}, jobId: "0190a000-0000-7000-8000-00000000000a", first: 10) { nodes { rows { text } } } }`
  // 50 for the operation, 1 for the page, 10 for each of 10 rows, and 10 objects with a list of the default length 20 each.
  expect(costOf(query)).toBe(50 + 1 + 100 + 10 * (1 + 20))
})
