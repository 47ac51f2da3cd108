import { randomFillSync } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { defaultScopes } from './api-key.ts'
import { type KeyRingOptions, createKeyRing } from './create-key-ring.ts'
import { hashKey } from './hash-key.ts'
import { mintKey } from './key-format.ts'
import type { CallerKey, FoundKey, KeyChanges, KeyQuery } from './key-ports.ts'

const peppers = {
  current: { id: 'new', secret: new Secret('new pepper') },
  previous: [{ id: 'old', secret: new Secret('old pepper') }],
}
let lastId = 0

function aKey(changes: Partial<CallerKey> = {}, pepper = peppers.current) {
  lastId += 1
  const id = `00000000-0000-7000-8000-${lastId.toString().padStart(12, '0')}`
  const rawKey = mintKey(randomFillSync)
  const key: CallerKey = {
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
    ...changes,
  }
  return {
    id,
    header: `Bearer ${rawKey}`,
    rawKey,
    found: { key, hash: hashKey(pepper, rawKey), incarnation: '1' },
  }
}

type AKey = ReturnType<typeof aKey>
type Asked = KeyQuery & { answer: PromiseWithResolvers<readonly FoundKey[]> }

type TestOptions = Partial<KeyRingOptions> & { isSlow?: boolean; hasFeed?: boolean }

/** Creates a ring on a fake clock. The database responds immediately, unless the test decides when. */
function setUp(keys: readonly AKey[], options: TestOptions = {}) {
  const clock = createFakeClock()
  const stored = new Map(keys.map(({ id, found }) => [id, found]))
  const asked: Asked[] = []
  const ended: string[] = []
  const touched: string[][] = []
  const changes: Pick<KeyChanges, 'keyIds' | 'companyIds'>[] = []
  const state = {
    isBroken: false,
    hasFeed: options.hasFeed ?? true,
    incarnation: '1',
    questions: 0,
    isSlow: options.isSlow ?? false,
    announce: (_keyId: string) => {},
    announceCompany: (_companyId: string) => {},
  }
  const read = ({ hashes, ids }: KeyQuery) =>
    [...stored.values()].filter(
      ({ key, hash }) => ids.includes(key.id) || hashes.some((candidate) => candidate.equals(hash)),
    )
  const ring = createKeyRing(
    {
      clock,
      logger: createLogger({ service: 'test', level: 'fatal', sinks: [] }),
      metrics: createMetrics('test'),
      async findKeys(question) {
        const answer = Promise.withResolvers<readonly FoundKey[]>()
        asked.push({ ...question, answer })
        if (state.isBroken) throw new Error('the database is down')
        return state.isSlow ? answer.promise : read(question)
      },
      async readChanges(since) {
        state.questions += 1
        if (state.isBroken || !state.hasFeed) throw new Error('the database is down')
        const { incarnation } = state
        const missed = since?.incarnation === incarnation ? changes.slice(Number(since.snapshot)) : undefined
        return {
          version: { incarnation, snapshot: String(changes.length) },
          isComplete: missed !== undefined,
          keyIds: missed?.flatMap(({ keyIds }) => keyIds) ?? [],
          companyIds: missed?.flatMap(({ companyIds }) => companyIds) ?? [],
        }
      },
      subscribe(onEnd, onCompanyChange) {
        state.announce = onEnd
        state.announceCompany = onCompanyChange
        return { close: () => (state.announce = () => {}) }
      },
      touch: async (uses) => void touched.push(uses.map(({ keyId }) => keyId)),
    },
    { peppers, ...options },
  )
  ring.onKeyEnded((keyId) => ended.push(keyId))
  const revoke = ({ id, found }: AKey) => {
    stored.set(id, { ...found, key: { ...found.key, revokedAt: new Date(0) } })
    changes.push({ keyIds: [id], companyIds: [] })
  }
  const suspend = ({ id, found }: AKey, isCompanySuspended = true) => {
    stored.set(id, { ...found, key: { ...found.key, isCompanySuspended } })
    changes.push({ keyIds: [], companyIds: [found.key.companyId] })
  }
  return { ring, clock, asked, ended, touched, state, read, revoke, suspend }
}

const unavailable = { kind: 'unavailable', code: 'keys.unavailable' }

test('a live key is found, including one of a previous pepper, and the query contains no raw key', async () => {
  const key = aKey()
  const older = aKey({}, peppers.previous[0])
  const { ring, asked } = setUp([key, older])
  expect(await ring.authenticate(key.header)).toEqual(key.found.key)
  expect(await ring.authenticate(older.header)).toEqual(older.found.key)
  expect(asked.map(({ hashes }) => hashes.length)).toEqual([2, 2])
  expect(Buffer.concat(asked.flatMap(({ hashes }) => hashes)).includes(key.rawKey)).toBe(false)
})

test('missing, malformed, unknown, revoked and expired keys are all refused alike', async () => {
  const revoked = aKey({ revokedAt: new Date(0) })
  const expired = aKey({ expiresAt: new Date(Date.UTC(2026, 0, 1)) })
  const { ring, asked } = setUp([revoked, expired])
  for (const { header } of [aKey(), revoked, expired]) expect(await ring.authenticate(header)).toBeUndefined()
  expect(asked).toHaveLength(3)
  const typo = `${revoked.header.slice(0, -1)}${revoked.header.endsWith('x') ? 'y' : 'x'}`
  for (const header of [undefined, '', 'Bearer', 'Basic abc', typo, `${revoked.header}0`])
    expect(await ring.authenticate(header)).toBeUndefined()
  // Malformed keys were not looked up.
  expect(asked).toHaveLength(3)
})

test('if changes cannot be read, a live key is refreshed in the background after 2 s, and never used for more than 4 s without a read', async () => {
  const key = aKey()
  const { ring, clock, asked, state } = setUp([key], { hasFeed: false })
  await ring.authenticate(key.header)
  await clock.advance(1_999)
  await ring.authenticate(key.header)
  expect(asked).toHaveLength(1)

  state.isSlow = true
  await clock.advance(1)
  for (let use = 0; use < 5; use += 1) expect(await ring.authenticate(key.header)).toBeDefined()
  await clock.advance(1_999)
  expect(await ring.authenticate(key.header)).toBeDefined()
  expect(asked).toHaveLength(2)
  expect(asked[1]).toMatchObject({ hashes: [], ids: [key.id] })

  // From 4 s on, all callers wait for the read in flight.
  await clock.advance(1)
  const waiting = Promise.all([ring.authenticate(key.header), ring.readStanding(key.id)])
  await clock.advance(0)
  expect(asked).toHaveLength(2)
  asked[1]?.answer.resolve([key.found])
  expect(await waiting).toEqual([key.found.key, 'live'])
})

test('a revocation without an announcement is found by the next read and reported once', async () => {
  const key = aKey()
  const { ring, clock, ended, revoke } = setUp([key])
  await ring.authenticate(key.header)
  revoke(key)
  await clock.advance(2_000)
  await ring.authenticate(key.header)
  await clock.advance(0)
  expect(ended).toEqual([key.id])
  expect(await ring.authenticate(key.header)).toBeUndefined()
  expect(await ring.readStanding(key.id)).toBe('ended')
  expect(ended).toEqual([key.id])
})

test('an announced end drops the key immediately and is reported once', async () => {
  const key = aKey()
  const { ring, ended, revoke, state } = setUp([key])
  await ring.authenticate(key.header)
  revoke(key)
  state.announce(key.id)
  expect(ended).toEqual([key.id])
  expect(await ring.authenticate(key.header)).toBeUndefined()
  expect(ended).toEqual([key.id])
})

// The read began before the revocation was committed, and its result arrives after the announcement.
test.each(['the first read', 'a refresh'])('an end announced during %s is not overlooked', async (when) => {
  const key = aKey()
  const { ring, clock, asked, revoke, state, read } = setUp([key], { hasFeed: false })
  if (when === 'a refresh') await ring.authenticate(key.header)
  await clock.advance(4_000)
  state.isSlow = true
  const answer = ring.authenticate(key.header)
  await clock.advance(0)
  const stale = asked.at(-1)
  revoke(key)
  state.announce(key.id)
  state.isSlow = false
  stale?.answer.resolve([key.found])
  expect(await answer).toBeUndefined()
  expect(read(asked.at(-1) ?? { hashes: [], ids: [] })).toHaveLength(1)
})

test('a key ends at its expiry time, whether it is presented or only has open streams', async () => {
  const expiresAt = new Date(Date.UTC(2026, 0, 1) + 1_500)
  const [presented, watched, open] = [aKey({ expiresAt }), aKey({ expiresAt }), aKey({ expiresAt })]
  const other = aKey()
  const { ring, clock, ended, asked } = setUp([presented, watched, open, other])
  for (const { header } of [presented, watched, open, other]) await ring.authenticate(header)
  await clock.advance(1_499)
  expect(await ring.authenticate(presented.header)).toBeDefined()
  await clock.advance(1)
  expect(await ring.authenticate(presented.header)).toBeUndefined()
  expect(ended).toEqual([presented.id])
  expect(await ring.readStanding(watched.id)).toBe('ended')
  await clock.advance(500)
  expect(ended).toEqual([presented.id, watched.id, open.id])
  expect(asked).toHaveLength(4)
  expect(await ring.authenticate(other.header)).toBeDefined()
})

test('concurrent lookups of one key share one query', async () => {
  const key = aKey()
  const { ring, asked } = setUp([key])
  const answers = await Promise.all(Array.from({ length: 50 }, () => ring.authenticate(key.header)))
  expect(new Set(answers)).toEqual(new Set([key.found.key]))
  expect(asked.map(({ hashes }) => hashes.length)).toEqual([2])
})

test('different keys presented in one turn share one statement, and each gets its own result', async () => {
  const keys = Array.from({ length: 40 }, () => aKey())
  const unknown = aKey()
  const { ring, asked } = setUp(keys)
  const answers = await Promise.all([...keys, unknown].map(({ header }) => ring.authenticate(header)))
  expect(answers.map((key) => key?.id)).toEqual([...keys.map(({ id }) => id), undefined])
  expect(asked).toHaveLength(1)
})

test('while two statements are in flight the next one gathers', async () => {
  const keys = Array.from({ length: 6 }, () => aKey())
  const { ring, clock, asked } = setUp(keys, { isSlow: true })
  const answers: Promise<CallerKey | undefined>[] = []
  for (const { header } of keys) {
    answers.push(ring.authenticate(header))
    await clock.advance(0)
  }
  expect(asked.map(({ hashes }) => hashes.length)).toEqual([2, 2])
  asked[0]?.answer.resolve([])
  // Two turns of the event loop: one to receive the result, one to send the next query.
  await clock.advance(0)
  await clock.advance(0)
  expect(asked.map(({ hashes }) => hashes.length)).toEqual([2, 2, 8])
  asked[1]?.answer.resolve([])
  asked[2]?.answer.resolve(keys.map(({ found }) => found))
  expect((await Promise.all(answers)).map((key) => key?.id)).toEqual([
    undefined,
    undefined,
    ...keys.slice(2).map(({ id }) => id),
  ])
})

test('without the database a known key works for its 4 s, and after that no key is rejected as invalid', async () => {
  const key = aKey()
  const { ring, clock, asked, state, ended } = setUp([key])
  await ring.authenticate(key.header)
  state.isBroken = true
  await clock.advance(3_999)
  expect(await ring.authenticate(key.header)).toBeDefined()
  await clock.advance(0)
  await clock.advance(1)
  await expect(ring.authenticate(key.header)).rejects.toMatchObject(unavailable)
  await expect(ring.authenticate(aKey().header)).rejects.toMatchObject(unavailable)
  await expect(ring.readStanding(key.id)).rejects.toMatchObject(unavailable)
  expect(await ring.authenticate('Bearer nonsense')).toBeUndefined()
  expect(ended).toEqual([])
  state.isBroken = false
  const before = asked.length
  expect(await ring.authenticate(key.header)).toBeDefined()
  expect(asked).toHaveLength(before + 1)
})

test('a database that is down is not queried on every use of a known key', async () => {
  const key = aKey()
  const { ring, clock, asked, state } = setUp([key])
  await ring.authenticate(key.header)
  state.isBroken = true
  await clock.advance(2_000)
  for (let use = 0; use < 1_000; use += 1) {
    expect(await ring.authenticate(key.header)).toBeDefined()
    await clock.advance(1)
  }
  expect(asked.length).toBeLessThanOrEqual(1 + 5)
})

test('queries that wait behind a failed statement fail with it', async () => {
  const { ring, clock, asked } = setUp([], { isSlow: true })
  const answers: Promise<unknown>[] = []
  for (let count = 0; count < 4; count += 1) {
    answers.push(ring.authenticate(aKey().header).catch((thrown: unknown) => thrown))
    await clock.advance(0)
  }
  asked[0]?.answer.reject(new Error('the database is down'))
  asked[1]?.answer.resolve([])
  const [first, second, ...waiting] = await Promise.all(answers)
  expect([first, ...waiting]).toMatchObject([unavailable, unavailable, unavailable])
  expect(second).toBeUndefined()
  expect(asked).toHaveLength(2)
})

test('a result that arrives after 4 s is discarded', async () => {
  const key = aKey()
  const { ring, clock, asked } = setUp([key], { isSlow: true })
  const answer = ring.authenticate(key.header)
  const refusal = expect(answer).rejects.toMatchObject(unavailable)
  await clock.advance(4_000)
  asked[0]?.answer.resolve([key.found])
  await refusal
})

test('a refused key is looked up at most once a second', async () => {
  const key = aKey()
  const { ring, clock, asked } = setUp([])
  for (let use = 0; use < 20; use += 1) {
    expect(await ring.authenticate(key.header)).toBeUndefined()
    await clock.advance(100)
  }
  expect(asked).toHaveLength(2)
})

test('many invented keys evict no live key, and memory stays bounded', async () => {
  const key = aKey()
  const { ring, asked } = setUp([key], { liveMax: 10, refusedMax: 10 })
  await ring.authenticate(key.header)
  await Promise.all(Array.from({ length: 200 }, () => ring.authenticate(aKey().header)))
  const before = asked.length
  expect(await ring.authenticate(key.header)).toBeDefined()
  expect(asked).toHaveLength(before)
})

test('the least recently used live key is evicted, and is read again when presented', async () => {
  const keys = Array.from({ length: 4 }, () => aKey())
  const { ring, asked, ended } = setUp(keys, { liveMax: 3 })
  for (const { header } of keys) await ring.authenticate(header)
  for (const { header } of keys.slice(1)) await ring.authenticate(header)
  expect(asked).toHaveLength(4)
  expect(await ring.authenticate(keys[0]?.header)).toBeDefined()
  expect(asked).toHaveLength(5)
  expect(ended).toEqual([])
})

test('a use is recorded at most once a minute per key, in batches, and not for a refused key', async () => {
  const [first, second, refused] = [aKey(), aKey(), aKey({ revokedAt: new Date(0) })]
  const { ring, clock, touched } = setUp([first, second, refused])
  for (let elapsed = 0; elapsed < 61; elapsed += 1) {
    for (const { header } of [first, second, refused]) await ring.authenticate(header)
    await clock.advance(1_000)
  }
  expect(touched).toEqual([[first.id, second.id]])
  await ring.close()
  expect(touched).toEqual([
    [first.id, second.id],
    [first.id, second.id],
  ])
})

test('a listener that throws does not affect the others, and a removed listener is not called', async () => {
  const key = aKey()
  const { ring, ended, state } = setUp([key])
  ring.onKeyEnded(() => {
    throw new Error('a bug in a listener')
  })
  const heard: string[] = []
  const stop = ring.onKeyEnded((keyId) => heard.push(keyId))
  state.announce(key.id)
  stop()
  state.announce(key.id)
  expect([ended, heard]).toEqual([[key.id, key.id], [key.id]])
})

test('readStanding works for any key, including one that was never presented here', async () => {
  const [known, strange, revoked] = [aKey(), aKey(), aKey({ revokedAt: new Date(0) })]
  const { ring, asked } = setUp([known, strange, revoked])
  await ring.authenticate(known.header)
  expect(await ring.readStanding(known.id)).toBe('live')
  expect(asked).toHaveLength(1)
  expect(await Promise.all([strange, revoked, aKey()].map(({ id }) => ring.readStanding(id)))).toEqual([
    'live',
    'ended',
    'ended',
  ])
  expect(asked).toHaveLength(2)
})

test('an announced suspension, and its end, is seen by the next lookup', async () => {
  const [key, other] = [aKey(), aKey({ companyId: '00000000-0000-7000-8000-00000000d302' })]
  const { ring, asked, state, suspend } = setUp([key, other])
  const changed: string[] = []
  ring.onCompanyChanged((companyId) => changed.push(companyId))
  for (const { header } of [key, other]) await ring.authenticate(header)
  suspend(key)
  // The suspension has not been announced yet, so the ring still serves the key from memory.
  expect(await ring.authenticate(key.header)).toMatchObject({ isCompanySuspended: false })
  state.announceCompany(key.found.key.companyId)
  expect(changed).toEqual([key.found.key.companyId])
  expect(await ring.readStanding(key.id)).toBe('suspended')
  expect(await ring.authenticate(key.header)).toMatchObject({ id: key.id, isCompanySuspended: true })
  const askedBefore = asked.length
  expect(await ring.authenticate(other.header)).toMatchObject({ isCompanySuspended: false })
  expect(asked).toHaveLength(askedBefore)
  suspend(key, false)
  state.announceCompany(key.found.key.companyId)
  expect(await ring.authenticate(key.header)).toMatchObject({ isCompanySuspended: false })
  expect(await ring.readStanding(key.id)).toBe('live')
})

test('a suspension without an announcement is seen within 4 s', async () => {
  const key = aKey()
  const { ring, clock, suspend } = setUp([key])
  await ring.authenticate(key.header)
  suspend(key)
  await clock.advance(2_000)
  await ring.authenticate(key.header)
  await clock.advance(0)
  expect(await ring.readStanding(key.id)).toBe('suspended')
})

test('a result that was in flight when the company changed is read again', async () => {
  const key = aKey()
  const { ring, clock, asked, state, read, suspend } = setUp([key], { isSlow: true })
  const answer = ring.authenticate(key.header)
  await clock.advance(0)
  const before = read({ hashes: [], ids: [key.id] })
  suspend(key)
  state.announceCompany(key.found.key.companyId)
  asked[0]?.answer.resolve(before)
  await clock.advance(0)
  await clock.advance(0)
  asked[1]?.answer.resolve(read({ hashes: [], ids: [key.id] }))
  expect(await answer).toMatchObject({ isCompanySuspended: true })
})

test('closing leaves no timer behind', async () => {
  const key = aKey({ expiresAt: new Date(Date.UTC(2030, 0, 1)) })
  const { ring, clock } = setUp([key])
  await ring.authenticate(key.header)
  expect(clock.pendingTimers).toBeGreaterThan(0)
  await ring.close()
  expect(clock.pendingTimers).toBe(0)
})

test('a key that has not changed is read once, however long it is used', async () => {
  const keys = [aKey(), aKey()]
  const { ring, clock, asked, state } = setUp(keys)
  await clock.advance(0)
  for (const { header } of keys) await ring.authenticate(header)
  for (let second = 0; second < 60; second += 1) {
    await clock.advance(1_000)
    for (const { header, id } of keys) {
      expect(await ring.authenticate(header)).toBeDefined()
      expect(await ring.readStanding(id)).toBe('live')
    }
  }
  expect(asked).toHaveLength(2)
  expect(state.questions).toBe(61)
})

test('only the changed key is read again, and its revocation is reported although it is not presented', async () => {
  const [key, other] = [aKey(), aKey()]
  const { ring, clock, asked, ended, revoke } = setUp([key, other])
  await clock.advance(0)
  for (const { header } of [key, other]) await ring.authenticate(header)
  revoke(key)
  await clock.advance(1_000)
  await clock.advance(0)
  expect(ended).toEqual([key.id])
  expect(asked.map(({ ids }) => ids)).toEqual([[], [], [key.id]])
  expect(await ring.authenticate(key.header)).toBeUndefined()
  expect(await ring.authenticate(other.header)).toBeDefined()
  expect(asked).toHaveLength(3)
})

test('a changed key is not used before it has been read again', async () => {
  const key = aKey()
  const { ring, clock, asked, state, revoke } = setUp([key])
  await clock.advance(0)
  await ring.authenticate(key.header)
  revoke(key)
  state.isSlow = true
  await clock.advance(1_000)
  const answer = ring.authenticate(key.header)
  await clock.advance(0)
  asked[1]?.answer.resolve([])
  expect(await answer).toBeUndefined()
  expect(asked).toHaveLength(2)
})

// The read began before the change, whose report arrives before the result.
test('a result that was in flight when its change was reported is read again', async () => {
  const key = aKey()
  const { ring, clock, asked, state, revoke } = setUp([key], { isSlow: true })
  await clock.advance(0)
  const answer = ring.authenticate(key.header)
  await clock.advance(0)
  revoke(key)
  await clock.advance(1_000)
  state.isSlow = false
  asked[0]?.answer.resolve([key.found])
  expect(await answer).toBeUndefined()
  expect(asked).toHaveLength(2)
})

test('after a change of the timeline every key is read again within 4 s, once', async () => {
  const key = aKey()
  const { ring, clock, asked, state, revoke } = setUp([key])
  await clock.advance(0)
  await ring.authenticate(key.header)
  await clock.advance(10_000)
  // The new primary's list of changes begins anew, so it does not name the key.
  revoke(key)
  state.incarnation = '2'
  await clock.advance(1_000)
  expect(await ring.authenticate(key.header)).toBeDefined()
  await clock.advance(2_000)
  await ring.authenticate(key.header)
  await clock.advance(0)
  expect(asked).toHaveLength(2)
  expect(await ring.authenticate(key.header)).toBeUndefined()
})

test('a key read from another incarnation than the feed is not confirmed by it', async () => {
  const key = aKey()
  const stray = { ...key, found: { ...key.found, incarnation: '0' } }
  const { ring, clock, asked } = setUp([stray])
  await clock.advance(0)
  await ring.authenticate(key.header)
  await clock.advance(3_999)
  await ring.authenticate(key.header)
  await clock.advance(0)
  expect(asked).toHaveLength(2)
})

test('without the database a key works for 4 s after the last answer about changes, and needs no read when it is back', async () => {
  const key = aKey()
  const { ring, clock, asked, state } = setUp([key])
  await clock.advance(0)
  await ring.authenticate(key.header)
  await clock.advance(10_000)
  state.isBroken = true
  await clock.advance(3_999)
  expect(await ring.authenticate(key.header)).toBeDefined()
  await clock.advance(1)
  await expect(ring.authenticate(key.header)).rejects.toMatchObject(unavailable)
  state.isBroken = false
  await clock.advance(1_000)
  const before = asked.length
  expect(await ring.authenticate(key.header)).toBeDefined()
  expect(asked).toHaveLength(before)
})
