import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { expect, test } from 'vitest'
import { findSkillConcepts } from './find-concepts.ts'

test('a name with a control character has no concept and is not sent to Postgres', async () => {
  const asked: unknown[] = []
  const query = ({ values }: { values: unknown[] }) => {
    asked.push(...values)
    return Promise.resolve({ rows: [] })
  }
  const found = await findSkillConcepts({ query } as unknown as Queryable, ['Cro\u0000cheting', 'Knitting'])
  expect(found.size).toBe(0)
  expect(asked).toEqual(['skill', ['knitting']])
})
