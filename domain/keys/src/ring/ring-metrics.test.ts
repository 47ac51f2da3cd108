import { randomFillSync } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { defaultScopes } from '../api-key.ts'
import { createKeyRing } from '../create-key-ring.ts'
import { hashKey } from '../hash-key.ts'
import { mintKey } from '../key-format.ts'
import type { CallerKey } from '../key-ports.ts'

const pepper = { id: 'one', secret: new Secret('a pepper') }
const id = '00000000-0000-7000-8000-000000000001'

function storedKey(rawKey: string): CallerKey {
  return {
    id,
    companyId: '00000000-0000-7000-8000-00000000d301',
    name: 'a key',
    hint: rawKey.slice(-4),
    scopes: defaultScopes,
    modelAllowlist: null,
    rpmLimit: 300,
    tpmLimit: 200_000,
    monthlyCreditCapMicros: null,
    mayReadCompanyUsage: false,
    createdBy: null,
    createdAt: new Date(0),
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    rotatedFromId: null,
    isCompanySuspended: false,
  }
}

/** A ring whose database knows one key; `changed` are the ids that the next answer about changes names. */
function setUp() {
  const [clock, metrics] = [createFakeClock(), createMetrics('test')]
  const logged: string[] = []
  const rawKey = mintKey(randomFillSync)
  const found = { key: storedKey(rawKey), hash: hashKey(pepper, rawKey), incarnation: '1' }
  const state = { isBroken: false, revokedAt: null as Date | null, changed: [] as string[] }
  const ring = createKeyRing(
    {
      clock,
      metrics,
      logger: createLogger({
        service: 'test',
        level: 'warn',
        sinks: [{ write: (line) => void logged.push(line) }],
      }),
      findKeys: async ({ hashes, ids }) => {
        if (state.isBroken) throw new Error('the database is down')
        const isAsked = ids.includes(id) || hashes.some((hash) => hash.equals(found.hash))
        return isAsked ? [{ ...found, key: { ...found.key, revokedAt: state.revokedAt } }] : []
      },
      readChanges: async (since) => ({
        version: { incarnation: '1', snapshot: '1' },
        isComplete: since !== undefined,
        keyIds: state.changed.splice(0),
        companyIds: [],
      }),
      subscribe: () => ({ close: () => undefined }),
      touch: async () => undefined,
    },
    { peppers: { current: pepper } },
  )
  const read = async () =>
    Object.fromEntries(
      (await metrics.metrics())
        .split('\n')
        .filter((line) => line.startsWith('gatehouse_key'))
        .map((line) => [
          line
            .replace(/,?service="test"/, '')
            .replace('{}', '')
            .split(' ')[0],
          Number(line.split(' ').at(-1)),
        ]),
    ) as Record<string, number>
  return { ring, clock, state, read, logged, header: `Bearer ${rawKey}` }
}

test('the metrics count answers by source, statements, rows and questions, and show the keys in memory', async () => {
  const { ring, clock, state, read, header } = setUp()
  await clock.advance(0)
  const empty = await read()
  expect(Object.values(empty).reduce((sum, count) => sum + count, 0)).toBe(1)
  await ring.authenticate(header)
  await ring.authenticate(header)
  await ring.authenticate('Bearer nonsense')
  for (let time = 0; time < 2; time += 1) await ring.authenticate(`Bearer ${mintKey(() => undefined)}`)
  state.isBroken = true
  await expect(ring.authenticate(`Bearer ${mintKey(randomFillSync)}`)).rejects.toMatchObject({
    code: 'keys.unavailable',
  })
  await clock.advance(1_000)
  expect(await read()).toEqual({
    'gatehouse_key_answers_total{source="memory"}': 2,
    'gatehouse_key_answers_total{source="database"}': 2,
    'gatehouse_key_answers_total{source="malformed"}': 1,
    'gatehouse_key_answers_total{source="unavailable"}': 1,
    gatehouse_key_statements_total: 3,
    gatehouse_key_rows_total: 1,
    gatehouse_key_change_reads_total: 2,
    'gatehouse_keys_in_memory{answer="live"}': 1,
    'gatehouse_keys_in_memory{answer="refused"}': 1,
  })
  await ring.close()
})

test('a refused key is found among the ended ones only if it has ended', async () => {
  const { ring, state, header } = setUp()
  expect(ring.findEnded(header)).toBeUndefined()
  state.revokedAt = new Date(0)
  await ring.authenticate(header)
  expect(ring.findEnded(header)).toEqual({
    id,
    companyId: '00000000-0000-7000-8000-00000000d301',
    status: 'revoked',
  })
  const unknown = `Bearer ${mintKey(randomFillSync)}`
  await ring.authenticate(unknown)
  for (const other of [undefined, '', 'Bearer short', unknown]) expect(ring.findEnded(other)).toBeUndefined()
  await ring.close()
})

test('a change of a key that is not in memory disturbs nothing', async () => {
  const { ring, clock, state, logged, header } = setUp()
  await clock.advance(0)
  await ring.authenticate(header)
  state.changed.push('00000000-0000-7000-8000-000000000002')
  await clock.advance(1_000)
  expect(logged).toEqual([])
  state.isBroken = true
  await clock.advance(2_000)
  // Not read again: the feed still confirms the key.
  expect(await ring.authenticate(header)).toMatchObject({ id })
  await ring.close()
})
