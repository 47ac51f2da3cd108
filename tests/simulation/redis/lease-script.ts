// lease.lua in TypeScript, part by part; the reasons are in the script.
import { type Script, namesOf } from './admit-script.ts'
import { type StoredLease, dropEnded, readLeases, writeLeases } from './leases.ts'
import type { RedisData } from './redis-data.ts'
import { type Window, countInWindow, openWindow, storeMoved } from './window.ts'

type Amounts = { micros: number; requests: number; tokens: number }

export const lease: Script = (redis, keys, values) => {
  const now = redis.nowMs
  const [accountKey = '', windowKey = ''] = keys
  const [process = '', keyId = '', lines = ''] = values
  if (Number(values[18]) > 0 && now > Number(values[18])) return ['late', now]
  const isLost = redis.hget(accountKey, 'goodUntil') === undefined
  if (lines !== '' && isLost && values[19] !== '1') return ['unlisted', now]
  dropEnded(redis, accountKey, { process, keyId })
  const own = ownLease(redis, accountKey, { process, keyId })
  const window = openWindow(redis, windowKey, Number(values[13]))
  recordCalls(redis, window, { accountKey, values })
  if (lines !== '') redis.pexpire(accountKey, 86_400_000)

  const kept = amounts(values.slice(5, 8))
  const renewed = {
    micros: Math.min(own.micros, kept.micros),
    requests: Math.min(own.requests, kept.requests),
    tokens: Math.min(own.tokens, kept.tokens),
  }
  book(redis, accountKey, renewed.micros - own.micros)
  const account = redis.hash(accountKey)
  const goodUntil = account?.get('goodUntil')
  const isUsable =
    goodUntil !== undefined &&
    now < Number(goodUntil) &&
    !account?.has('loggedFrom') &&
    !(now < Number(account?.get('recallUntil') ?? 0))
  if (isUsable) grant(redis, { accountKey, keyId, process, window, renewed, values })
  store(redis, accountKey, { process, keyId, ...renewed, untilMs: now + Number(values[17]) })
  let shouldRefresh = 0
  if (isUsable && now >= Number(account?.get('refreshAt'))) {
    shouldRefresh = 1
    redis.hset(accountKey, 'refreshAt', now + 1000)
  }
  const lasts = isUsable ? Math.min(Number(values[16]), Number(goodUntil) - now) : 0
  const mayStream = redis.hash(keys[2] ?? '') || redis.hash(keys[3] ?? '') ? 0 : 1
  const { micros, requests, tokens } = renewed
  return [
    'leased',
    now,
    String(micros),
    requests,
    tokens,
    lasts,
    window.requests,
    window.tokens,
    mayStream,
    shouldRefresh,
  ]
}

type Place = { process: string; keyId: string }

function ownLease(redis: RedisData, accountKey: string, { process, keyId }: Place): Amounts {
  const own = readLeases(redis, accountKey).find((one) => one.process === process && one.keyId === keyId)
  return own ?? { micros: 0, requests: 0, tokens: 0 }
}

function recordCalls(
  redis: RedisData,
  window: Window,
  { accountKey, values }: { accountKey: string; values: readonly string[] },
): void {
  let [requests, tokens] = [Number(values[3]), Number(values[4])]
  for (const line of (values[2] ?? '').split('\n').filter((one) => one !== '')) {
    const [, id = '', estimate = '0', reserved, left, label = ''] =
      /^(\S+) (\S+) (\S+) (\S+) (.+)$/.exec(line) ?? []
    requests += 1
    tokens += Number(reserved)
    if (redis.hget(accountKey, id) !== undefined) continue
    const deadline = redis.nowMs + Number(left)
    redis.hset(accountKey, id, `${estimate} ${reserved} ${window.bucket} ${deadline} ${label}`)
    if (estimate === '0') continue
    redis.hincrby(accountKey, 'effective', `-${estimate}`)
    if (redis.hget(accountKey, 'loggedFrom') === undefined) continue
    for (const name of namesOf(label))
      if (redis.hget(accountKey, `held:${name}`) !== undefined)
        redis.hincrby(accountKey, `held:${name}`, estimate)
  }
  if (requests > 0) countInWindow(redis, window, { requests, tokens })
  else storeMoved(redis, window)
}

type Grant = Place & { accountKey: string; window: Window; renewed: Amounts; values: readonly string[] }

function grant(redis: RedisData, { accountKey, process, keyId, window, renewed, values }: Grant): void {
  const wanted = amounts(values.slice(8, 11))
  const others = readLeases(redis, accountKey).filter((one) => one.keyId === keyId && one.process !== process)
  const sum = (what: 'requests' | 'tokens') => others.reduce((total, one) => total + one[what], 0)
  const part = (most: number, rest: number) =>
    Math.max(0, Math.min(most, Math.floor(rest / Number(values[15]))))
  const isPostpaid = redis.hget(accountKey, 'postpaid') === '1'
  const effective = Number(redis.hget(accountKey, 'effective') ?? 0)
  const micros = isPostpaid ? wanted.micros : part(wanted.micros, effective - Number(values[14]))
  book(redis, accountKey, micros)
  renewed.micros += micros
  const [rpmLimit, tpmLimit] = [Number(values[11]), Number(values[12])]
  renewed.requests += part(wanted.requests, rpmLimit - window.requests - sum('requests') - renewed.requests)
  renewed.tokens += part(wanted.tokens, tpmLimit - window.tokens - sum('tokens') - renewed.tokens)
}

function store(redis: RedisData, accountKey: string, own: StoredLease): void {
  const others = readLeases(redis, accountKey).filter(
    (one) => one.process !== own.process || one.keyId !== own.keyId,
  )
  const isEmpty = own.micros <= 0 && own.requests <= 0 && own.tokens <= 0
  writeLeases(redis, accountKey, isEmpty ? others : [...others, own])
}

function book(redis: RedisData, accountKey: string, micros: number): void {
  if (micros !== 0) redis.hincrby(accountKey, 'effective', BigInt(-micros))
}

function amounts([micros, requests, tokens]: readonly string[]): Amounts {
  return { micros: Number(micros), requests: Number(requests), tokens: Number(tokens) }
}
