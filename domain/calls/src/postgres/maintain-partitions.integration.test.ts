import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { maintainPartitions } from './maintain-partitions.ts'

test('partitions are made ahead once, and old ones leave the table but not the database', async () => {
  await using open = await openTestDatabase()
  const nextYear = Date.now() + 370 * 86_400_000
  const clock = createFakeClock({ wallMs: nextYear })
  const deps = { postgres: open.postgres, clock }

  const first = await maintainPartitions(deps, { weeksAhead: 4, weeksKept: 13 })
  expect(first.created).toHaveLength(6)
  expect(first.detached.length).toBeGreaterThanOrEqual(9)
  expect(first.strayRows).toBe(0n)
  const again = await maintainPartitions(deps, { weeksAhead: 4, weeksKept: 13 })
  expect(again).toEqual({ created: [], detached: [], strayRows: 0n })
  const { rows } = await open.postgres.query('select to_regclass($1) is not null as exists', [
    first.detached[0],
  ])
  expect(rows).toEqual([{ exists: true }])
})

test('an id of any time finds a place', async () => {
  await using open = await openTestDatabase()
  const insert = (id: string) =>
    open.postgres.query(
      `insert into calls (id, company_id, key_id, alias, operation, status, prompt_tokens, cached_tokens,
         completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms)
       values ($1, $1, $1, 'a', 'chat', 'FAILED', 0, 0, 0, 0, 0, 0, 0)`,
      [id],
    )
  await insert('00000000-0000-7000-8000-000000000001')
  await insert('7fffffff-ffff-7fff-bfff-ffffffffffff')
  const { strayRows } = await maintainPartitions({
    postgres: open.postgres,
    clock: createFakeClock({ wallMs: Date.now() }),
  })
  expect(strayRows).toBe(2n)
})
