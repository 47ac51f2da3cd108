import { getIntrospectionQuery, parse } from 'graphql'
import { expect, test } from 'vitest'
import { accessTable } from '../access/access-table.ts'
import { operations } from '../operations.ts'
import { createValidDocuments, prepareDocument } from '../prepare-document.ts'
import { createSchema } from '../schema/create-schema.ts'
import { measureDocument } from './document-size.ts'

const schema = createSchema(operations, accessTable)

/** Returns why the document is refused, or `ready`. */
function prepare(query: string, variables: Record<string, unknown> = {}): string {
  const prepared = prepareDocument({ schema, validDocuments: createValidDocuments() }, { query, variables })
  if (prepared.kind === 'ready') return 'ready'
  const [error] = prepared.errors
  return error?.originalError?.message ?? error?.message ?? ''
}

/** Builds a chain of fragments in which each spreads the next one twice: 2^levels fields in a few lines. */
function explode(levels: number, leaf: string): string {
  const fragments = Array.from({ length: levels }, (_, level) => {
    const inside = level === levels - 1 ? leaf : `...f${level + 1} ...f${level + 1}`
    return `fragment f${level} on Query { ${inside} }`
  })
  return `{ ...f0 } ${fragments.join('\n')}`
}

test('fragments are measured as if they were expanded in place', () => {
  const document = parse(`{ a: whoAmI { ...u } ...q }
    fragment q on Query { b: whoAmI { ...u } }
    fragment u on User { x: id @skip(if: false) email }`)
  expect(measureDocument(document)).toEqual({
    depth: 2,
    introspectionDepth: 0,
    fields: 6,
    aliases: 4,
    directives: 2,
  })
})

test.each([
  ['the introspection query of the reference implementation', getIntrospectionQuery()],
  [
    'introspection with all options',
    getIntrospectionQuery({ specifiedByUrl: true, directiveIsRepeatable: true, inputValueDeprecation: true }),
  ],
  ['an ordinary query', '{ whoAmI { id email isSuperAdmin } memberships { companyId role } }'],
  ['fifteen aliases', `{ ${Array.from({ length: 15 }, (_, n) => `a${n}: __typename`).join(' ')} }`],
])('accepted: %s', (_name, query) => {
  expect(prepare(query)).toBe('ready')
})

test.each([
  [
    'ten thousand aliases',
    `{ ${Array.from({ length: 10_000 }, (_, n) => `a${n}: __typename`).join(' ')} }`,
    /more than 50000/,
  ],
  [
    'sixteen aliases',
    `{ ${Array.from({ length: 16 }, (_, n) => `a${n}: __typename`).join(' ')} }`,
    /15 aliases/,
  ],
  ['aliases in fragments', explode(5, 'a: __typename'), /15 aliases/],
  ['a billion fields in thirty lines', explode(30, '__typename'), /500 fields/],
  [
    'types of types of types',
    `{ __schema { types ${'{ fields { type '.repeat(8)} { name } ${'} }'.repeat(8)} } }`,
    /deeper than 15/,
  ],
  [
    'lists of lists in introspection',
    '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
    /introspection depth/i,
  ],
  ['twenty-one directives', `{ __typename ${'@skip(if: false) '.repeat(21)} }`, /20 directives/],
  [
    'a fragment that spreads itself',
    '{ ...f } fragment f on Query { ...g } fragment g on Query { ...f }',
    /itself/,
  ],
  [
    'two logins',
    'mutation { a: login(email: "a", password: "b") { expiresAt } b: login(email: "a", password: "b") { expiresAt } }',
    /cost/,
  ],
  [
    'a login and a refresh',
    'mutation { login(email: "a", password: "b") { expiresAt } refresh { expiresAt } }',
    /cost/,
  ],
  [
    'several operations without operationName',
    'query a { __typename } query b { __typename }',
    /operationName/,
  ],
  ['no operation', 'fragment f on Query { __typename }', /./],
  ['a million brackets', '{'.repeat(1_000_000), /more than 50000/],
])('refused: %s', (_name, query, reason) => {
  expect(prepare(query)).toMatch(reason)
})

test('a long list is expensive, whether its length is a literal, a variable or a default value', () => {
  const ask = (head: string, first: string) =>
    `${head} { creditTransactions(companyId: "x", first: ${first}) { __typename } }`
  expect(prepare(ask('query', '100'))).toBe('ready')
  expect(prepare(ask('query', '1000000'))).toMatch(/cost/)
  expect(prepare(ask('query ($n: Int)', '$n'), { n: 1_000_000 })).toMatch(/cost/)
  expect(prepare(ask('query ($n: Int = 1000000)', '$n'))).toMatch(/cost/)
  // Every object inherits a value of this name, which is not a variable of the request.
  expect(prepare(ask('query ($constructor: Int = 1000000)', '$constructor'))).toMatch(/cost/)
})
