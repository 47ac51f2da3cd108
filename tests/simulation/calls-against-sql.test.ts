// The same random operations go through the product's functions and the real SQL, and through the simulated tables.
// After each of them every row must be equal: holds, stored answers, marks of undelivered calls, and the ledger.
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { CallSequence } from './sql/call-sequence.ts'

const sequenceCount = 200
const operationsEach = 20
const connections = 4

test('the SQL and the model agree on every answer and every row', { timeout: 120_000 }, async () => {
  await using opened = await openTestDatabase({ poolSizeMax: connections })
  const clock = createSystemClock()
  const ids = createIds(clock)
  const firstSeed = Number(process.env['SEED'] ?? 1)
  const waiting = Array.from({ length: sequenceCount }, (_, index) => firstSeed + index)
  const tried = new Map<string, number>()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
        const sequence = new CallSequence(seed, opened, { clock, ids })
        for (let count = 0; count < operationsEach; count += 1) {
          const kind = await sequence.step()
          tried.set(kind, (tried.get(kind) ?? 0) + 1)
        }
      }
    }),
  )
  expect(tried.size).toBe(13)
  expect(Math.min(...tried.values())).toBeGreaterThan(sequenceCount / 2)
})
