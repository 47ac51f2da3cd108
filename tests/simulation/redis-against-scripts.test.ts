// The same random facts go through the real Lua scripts and through the simulated Redis. Every answer, and afterwards
// every key of the company, must be equal.
import { loadCompanyScripts } from '@gatehouse/limits/company-store'
import { openTestRedis } from '@gatehouse/testkit/vitest/open-test-redis'
import { expect, test } from 'vitest'
import { RedisData } from './redis/redis-data.ts'
import { ScriptSequence } from './redis/script-sequence.ts'

const sequenceCount = 200
const operationsEach = 25
const atOnce = 50

test(
  'the scripts and the simulated Redis agree on every answer and every key',
  { timeout: 90_000 },
  async () => {
    const redis = openTestRedis()
    const data = new RedisData()
    const scripts = await loadCompanyScripts()
    const firstSeed = Number(process.env['SEED'] ?? 1)
    const sequences = Array.from(
      { length: sequenceCount },
      (_, index) => new ScriptSequence(firstSeed + index, redis, { data, scripts }),
    )
    try {
      let compared = 0
      // The sequences take turns, one operation each, so that time passes within a sequence.
      for (let round = 0; round < operationsEach; round += 1) {
        for (let first = 0; first < sequenceCount; first += atOnce) {
          const some = sequences.slice(first, first + atOnce)
          const outcomes = await Promise.all(some.map((sequence) => sequence.step()))
          compared += outcomes.filter(Boolean).length
        }
      }
      expect(compared).toBeGreaterThan(sequenceCount * operationsEach * 0.97)
    } finally {
      redis.disconnect()
    }
  },
)
