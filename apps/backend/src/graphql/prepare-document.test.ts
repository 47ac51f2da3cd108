import { expect, test } from 'vitest'
import { accessTable } from './access/access-table.ts'
import { badRequest } from './graphql-faults.ts'
import { operations } from './operations.ts'
import { createValidDocuments, prepareDocument } from './prepare-document.ts'
import { createSchema } from './schema/create-schema.ts'

const schema = createSchema(operations, accessTable)
const companyId = '0190a000-0000-7000-8000-00000000000a'
const lists = Array.from(
  { length: 10 },
  (_, index) => `a${index}: jobs(companyId: "${companyId}", first: $first) { nodes { id title } }`,
)
const query = `query ($first: Int!) { ${lists.join(' ')} }`

test('a repeated document is validated once, and its variables and their cost every time', () => {
  const rules = { schema, validDocuments: createValidDocuments() }
  const ask = (first: unknown) => prepareDocument(rules, { query, variables: { first } })
  const prepared = ask(1)
  expect(prepared.kind).toBe('ready')
  expect(rules.validDocuments.size).toBe(1)
  expect(ask(2)).toMatchObject({ kind: 'ready', document: rules.validDocuments.get(query) })
  expect(ask('many').kind).toBe('refused')
  expect(ask(100).kind).toBe('refused')
})

test('an operation that the transport does not take is refused before it is validated', () => {
  const rules = { schema, validDocuments: createValidDocuments() }
  const refusal = badRequest('Send it elsewhere.')
  const ask = (document: string) => prepareDocument(rules, { query: document }, () => refusal)
  for (const document of ['{ nothing }', '{ __typename }'])
    expect(ask(document)).toMatchObject({ kind: 'refused', errors: [{ originalError: refusal }] })
  expect(rules.validDocuments.size).toBe(0)
})

test('a document that is not valid is refused every time', () => {
  const rules = { schema, validDocuments: createValidDocuments() }
  for (const _ of [1, 2]) expect(prepareDocument(rules, { query: '{ nothing }' }).kind).toBe('refused')
  expect(rules.validDocuments.size).toBe(0)
})

test('a list of thousands of invalid values is read until the fifth', () => {
  let reads = 0
  const invalid = () => {
    reads += 1
    return []
  }
  const taskIds = Array.from({ length: 30_000 })
  for (const index of taskIds.keys()) Object.defineProperty(taskIds, index, { get: invalid })
  const rules = { schema, validDocuments: createValidDocuments() }
  const document = 'mutation ($taskIds: [ID!]!) { replayTasks(taskIds: $taskIds) }'
  const prepared = prepareDocument(rules, { query: document, variables: { taskIds } })
  expect(prepared).toMatchObject({ kind: 'refused', errors: { length: 5 } })
  expect(reads).toBe(5)
})
