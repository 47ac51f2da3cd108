// The same random facts go through the real functions and through the model. After each fact every row of the affected
// companies must be equal, to the last micro-credit.
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { Sequence } from './sql/sequence.ts'

const sequenceCount = 220
const operationsEach = 15
const connections = 4

test('the SQL and the model agree on every row after every operation', { timeout: 90_000 }, async () => {
  await using opened = await openTestDatabase({ poolSizeMax: connections })
  const firstSeed = Number(process.env['SEED'] ?? 1)
  const sequences = Array.from(
    { length: sequenceCount },
    (_, index) => new Sequence(firstSeed + index, opened),
  )
  let compared = 0
  // The sequences take turns, one operation each, so that time passes within a sequence and lots expire in the middle
  // of it.
  for (let round = 0; round < operationsEach; round += 1) {
    const waiting = [...sequences]
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (let sequence = waiting.pop(); sequence; sequence = waiting.pop()) {
          await sequence.step()
          compared += 1
        }
      }),
    )
  }
  expect(compared).toBe(sequenceCount * operationsEach)
  const { rows } = await opened.postgres.query<{ ended: number }>(
    "select count(*)::int as ended from credit_transfers where type = 'EXPIRY'",
  )
  expect(rows[0]?.ended, 'lots must have expired while the sequences ran').toBeGreaterThan(10)
})
