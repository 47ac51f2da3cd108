import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { expect, test } from 'vitest'
import { chooseConcepts, namesToFind } from '../taxonomy/choose-concept.ts'
import { findNamedConcepts } from './find-concepts.ts'

test('a name with a control character has no concept and is not sent to Postgres', async () => {
  const asked: unknown[] = []
  const query = ({ values }: { values: unknown[] }) => {
    asked.push(...values)
    return Promise.resolve({ rows: [] })
  }
  const names = { skills: ['Cro\u0000cheting', 'Knitting'], titles: [] }
  const found = await findNamedConcepts({ query } as unknown as Queryable, namesToFind(names))
  expect(chooseConcepts(names, found).concepts.size).toBe(0)
  expect(asked).toEqual(['skill', ['knitting']])
})
