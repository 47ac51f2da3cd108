import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { generateOperations } from './generate-operations.ts'
import { composeOperations } from './write-operations.ts'

test('every generated file is what its .graphql file and the schema make today', () => {
  const files = composeOperations()
  expect(files.length).toBeGreaterThan(5)
  for (const { path, text } of files) expect(readFileSync(path, 'utf8'), path).toBe(text)
})

const schema = buildSchema(`
  scalar DateTime
  enum Role { ADMIN MEMBER }
  input Filter { role: Role, names: [String!] }
  type User { id: ID!, seenAt: DateTime, roles: [Role!]! }
  type Query { users(filter: Filter, first: Int = 20): [User!]! }
`)
const generate = (text: string) => generateOperations(schema, { name: 'page.graphql', text, depth: 2 })

test('an operation becomes its variables, its result and its text, with the fragments that it uses', () => {
  const text = generate(`
    fragment Seen on User { seenAt }
    query Users($filter: Filter, $first: Int!) { all: users(filter: $filter, first: $first) { id roles ...Seen } }
  `)
  expect(text).toContain("import type { Operation } from '../../graphql/operation.ts'")
  expect(text).toContain(
    "filter?: { role?: 'ADMIN' | 'MEMBER' | null | undefined; names?: readonly (string)[] | null | undefined } | null | undefined",
  )
  expect(text).toContain('  first: number\n')
  expect(text).toContain(
    "all: readonly ({\n    id: string\n    roles: readonly ('ADMIN' | 'MEMBER')[]\n    seenAt: string | null\n  })[]",
  )
  expect(text).toContain('fragment Seen on User{seenAt}')
})

test('a field that the schema does not have is refused', () => {
  expect(() => generate('query Users { users { name } }')).toThrow('Cannot query field "name"')
})
