import { randomFillSync } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { defaultScopes } from './api-key.ts'
import { type KeyRingOptions, createKeyRing } from './create-key-ring.ts'
import type { CallerKey, FoundKey, KeyQuestion } from './found-key.ts'
import { hashKey } from './hash-key.ts'
import { mintKey } from './key-format.ts'

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
  return { id, header: `Bearer ${rawKey}`, rawKey, found: { key, hash: hashKey(pepper, rawKey) } }
}

type AKey = ReturnType<typeof aKey>
type Asked = KeyQuestion & { answer: PromiseWithResolvers<readonly FoundKey[]> }

/** A ring on a fake clock. The database answers at once, unless the test says when. */
function setUp(keys: readonly AKey[], options: Partial<KeyRingOptions> & { isSlow?: boolean } = {}) {
  const clock = createFakeClock()
  const stored = new Map(keys.map(({ id, found }) => [id, found]))
  const asked: Asked[] = []
  const ended: string[] = []
  const touched: string[][] = []
  const state = {
    isBroken: false,
    isSlow: options.isSlow ?? false,
    announce: (_keyId: string) => {},
    announceCompany: (_companyId: string) => {},
  }
  const read = ({ hashes, ids }: KeyQuestion) =>
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
        if (state.isBroken) throw new Error('the database is gone')
        return state.isSlow ? answer.promise : read(question)
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
  const revoke = ({ id, found }: AKey) =>
    void stored.set(id, { ...found, key: { ...found.key, revokedAt: new Date(0) } })
  const suspend = ({ id, found }: AKey, isCompanySuspended = true) =>
    void stored.set(id, { ...found, key: { ...found.key, isCompanySuspended } })
  return { ring, clock, asked, ended, touched, state, read, revoke, suspend }
}

const unavailable = { kind: 'unavailable', code: 'keys.unavailable' }

test('a live key is answered, also one of an earlier pepper, and the question holds no raw key', async () => {
  const key = aKey()
  const older = aKey({}, peppers.previous[0])
  const { ring, asked } = setUp([key, older])
  expect(await ring.authenticate(key.header)).toEqual(key.found.key)
  expect(await ring.authenticate(older.header)).toEqual(older.found.key)
  expect(asked.map(({ hashes }) => hashes.length)).toEqual([2, 2])
  expect(Buffer.concat(asked.flatMap(({ hashes }) => hashes)).includes(key.rawKey)).toBe(false)
})

test('missing, malformed, unknown, revoked and expired keys are all nobody', async () => {
  const revoked = aKey({ revokedAt: new Date(0) })
  const expired = aKey({ expiresAt: new Date(Date.UTC(2026, 0, 1)) })
  const { ring, asked } = setUp([revoked, expired])
  for (const { header } of [aKey(), revoked, expired]) expect(await ring.authenticate(header)).toBeUndefined()
  expect(asked).toHaveLength(3)
  const typo = `${revoked.header.slice(0, -1)}${revoked.header.endsWith('x') ? 'y' : 'x'}`
  for (const header of [undefined, '', 'Bearer', 'Basic abc', typo, `${revoked.header}0`])
    expect(await ring.authenticate(header)).toBeUndefined()
  // Those that cannot be keys were not worth a question.
  expect(asked).toHaveLength(3)
})

test('a live key is read once, again in the background after 2 s, and never used for 4 s unread', async () => {
  const key = aKey()
  const { ring, clock, asked, state } = setUp([key])
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

  // From 4 s on everybody waits for the read that is running.
  await clock.advance(1)
  const waiting = Promise.all([ring.authenticate(key.header), ring.readStanding(key.id)])
  await clock.advance(0)
  expect(asked).toHaveLength(2)
  asked[1]?.answer.resolve([key.found])
  expect(await waiting).toEqual([key.found.key, 'live'])
})

test('a revocation that nobody announces is found by the next read, and told once', async () => {
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

test('an announced end drops the key at once, and is told once', async () => {
  const key = aKey()
  const { ring, ended, revoke, state } = setUp([key])
  await ring.authenticate(key.header)
  revoke(key)
  state.announce(key.id)
  expect(ended).toEqual([key.id])
  expect(await ring.authenticate(key.header)).toBeUndefined()
  expect(ended).toEqual([key.id])
})

// The read began before the revocation was committed, and its answer arrives after the announcement.
test.each(['the first read', 'a refresh'])('an end announced during %s is not overlooked', async (when) => {
  const key = aKey()
  const { ring, clock, asked, revoke, state, read } = setUp([key])
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

test('a key expires at its instant, whether it is presented or only its streams are open', async () => {
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

test('all who present one key at a time share one question', async () => {
  const key = aKey()
  const { ring, asked } = setUp([key])
  const answers = await Promise.all(Array.from({ length: 50 }, () => ring.authenticate(key.header)))
  expect(new Set(answers)).toEqual(new Set([key.found.key]))
  expect(asked.map(({ hashes }) => hashes.length)).toEqual([2])
})

test('different keys that come in one turn share one statement, and each gets its own answer', async () => {
  const keys = Array.from({ length: 40 }, () => aKey())
  const unknown = aKey()
  const { ring, asked } = setUp(keys)
  const answers = await Promise.all([...keys, unknown].map(({ header }) => ring.authenticate(header)))
  expect(answers.map((key) => key?.id)).toEqual([...keys.map(({ id }) => id), undefined])
  expect(asked).toHaveLength(1)
})

test('while two statements are on their way the next one gathers', async () => {
  const keys = Array.from({ length: 6 }, () => aKey())
  const { ring, clock, asked } = setUp(keys, { isSlow: true })
  const answers: Promise<CallerKey | undefined>[] = []
  for (const { header } of keys) {
    answers.push(ring.authenticate(header))
    await clock.advance(0)
  }
  expect(asked.map(({ hashes }) => hashes.length)).toEqual([2, 2])
  asked[0]?.answer.resolve([])
  // Two turns: one to hear the answer, one to send the next question.
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

test('without the database a known key works for its 4 s, and then nobody is called wrong', async () => {
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

test('a database that is gone is not asked at every use of a known key', async () => {
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

test('those who wait behind a statement that fails are told with it', async () => {
  const { ring, clock, asked } = setUp([], { isSlow: true })
  const answers: Promise<unknown>[] = []
  for (let count = 0; count < 4; count += 1) {
    answers.push(ring.authenticate(aKey().header).catch((thrown: unknown) => thrown))
    await clock.advance(0)
  }
  asked[0]?.answer.reject(new Error('the database is gone'))
  asked[1]?.answer.resolve([])
  const [first, second, ...waiting] = await Promise.all(answers)
  expect([first, ...waiting]).toMatchObject([unavailable, unavailable, unavailable])
  expect(second).toBeUndefined()
  expect(asked).toHaveLength(2)
})

test('an answer of the database that comes after 4 s is none', async () => {
  const key = aKey()
  const { ring, clock, asked } = setUp([key], { isSlow: true })
  const answer = ring.authenticate(key.header)
  const refusal = expect(answer).rejects.toMatchObject(unavailable)
  await clock.advance(4_000)
  asked[0]?.answer.resolve([key.found])
  await refusal
})

test('a refused key is asked for once a second at most', async () => {
  const key = aKey()
  const { ring, clock, asked } = setUp([])
  for (let use = 0; use < 20; use += 1) {
    expect(await ring.authenticate(key.header)).toBeUndefined()
    await clock.advance(100)
  }
  expect(asked).toHaveLength(2)
})

test('many invented keys drive out no live one, and memory stays bounded', async () => {
  const key = aKey()
  const { ring, asked } = setUp([key], { liveMax: 10, refusedMax: 10 })
  await ring.authenticate(key.header)
  await Promise.all(Array.from({ length: 200 }, () => ring.authenticate(aKey().header)))
  const before = asked.length
  expect(await ring.authenticate(key.header)).toBeDefined()
  expect(asked).toHaveLength(before)
})

test('of live keys the one used longest ago is forgotten, and is only read again', async () => {
  const keys = Array.from({ length: 4 }, () => aKey())
  const { ring, asked, ended } = setUp(keys, { liveMax: 3 })
  for (const { header } of keys) await ring.authenticate(header)
  for (const { header } of keys.slice(1)) await ring.authenticate(header)
  expect(asked).toHaveLength(4)
  expect(await ring.authenticate(keys[0]?.header)).toBeDefined()
  expect(asked).toHaveLength(5)
  expect(ended).toEqual([])
})

test('a use is noted once a minute and key, in batches, and not for a refused key', async () => {
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

test('a listener that fails keeps nobody else from being told, and one that left is not told', async () => {
  const key = aKey()
  const { ring, ended, state } = setUp([key])
  ring.onKeyEnded(() => {
    throw new Error('a bug of a listener')
  })
  const heard: string[] = []
  const stop = ring.onKeyEnded((keyId) => heard.push(keyId))
  state.announce(key.id)
  stop()
  state.announce(key.id)
  expect([ended, heard]).toEqual([[key.id, key.id], [key.id]])
})

test('whether a key is live is told of any key, also one that never was presented here', async () => {
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

test('a suspension that is announced is known at the next question, and so is its end', async () => {
  const [key, other] = [aKey(), aKey({ companyId: '00000000-0000-7000-8000-00000000d302' })]
  const { ring, asked, state, suspend } = setUp([key, other])
  const changed: string[] = []
  ring.onCompanyChanged((companyId) => changed.push(companyId))
  for (const { header } of [key, other]) await ring.authenticate(header)
  suspend(key)
  // From memory, as long as nothing is announced.
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

test('a suspension that is not announced is known within 4 s', async () => {
  const key = aKey()
  const { ring, clock, suspend } = setUp([key])
  await ring.authenticate(key.header)
  suspend(key)
  await clock.advance(2_000)
  await ring.authenticate(key.header)
  await clock.advance(0)
  expect(await ring.readStanding(key.id)).toBe('suspended')
})

test('an answer that was on its way when the company changed is asked for again', async () => {
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
