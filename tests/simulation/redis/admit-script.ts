// admit.lua in TypeScript, line by line; the reasons are in the script.
import type { RedisData } from './redis-data.ts'

export type Script = (redis: RedisData, keys: readonly string[], values: readonly string[]) => unknown[]

export const admit: Script = (redis, keys, values) => {
  const now = redis.nowMs
  const [accountKey = '', windowKey = '', abandonedKey = '', abandonedCompanyKey = ''] = keys
  const [id = '', estimate = '0', tokens = '0', left, label = '', , , , near = '0', latest, mode] = values
  if (Number(latest) > 0 && now > Number(latest)) return ['late', now]
  const account = redis.hash(accountKey)
  const isKnown = account?.has(id) ?? false
  const decides = !isKnown && mode !== 'count'
  const reason = decides ? refreshForAccount(redis, account, { near, estimate }) : undefined
  if (reason) return ['refresh', now, reason]

  const limits = values.slice(13, 16)
  const hasBudget = limits.some((limit) => limit !== '')
  const names = account?.has('loggedFrom') || hasBudget ? namesOf(label) : undefined
  if (names && hasBudget && decides) {
    if (!account?.has('loggedFrom')) redis.hset(accountKey, 'loggedFrom', 0)
    if (isBudgetUnknown(redis, { accountKey, names, limits, near, estimate }))
      return ['refresh', now, 'budgets']
  }
  if (!isKnown && values[11] !== '0') {
    const wait = Math.max(
      abandonedWait(redis, abandonedKey, Number(values[11])),
      abandonedWait(redis, abandonedCompanyKey, Number(values[12])),
    )
    if (wait > 0) return ['abandoned', now, wait]
  }

  const window = openWindow(redis, windowKey, Number(values[7]))
  const refused = isKnown ? undefined : refusalOf(window, values)
  if (refused || isKnown || mode === 'preview') {
    if (window.hasMoved && window.head !== undefined)
      redis.hset(windowKey, 'requests', window.requests, 'tokens', window.tokens, 'head', window.head)
    const { tail, width, length } = window
    const reset = tail === undefined ? 0 : Math.max(0, (tail + 1) * width + length - now)
    if (refused) return ['refused', now, window.requests, window.tokens, reset, ...refused]
    return ['admitted', now, window.requests, window.tokens, reset, 0]
  }

  if (mode === 'admit') {
    if (estimate !== '0') addEstimate(redis, accountKey, { estimate, names })
    const deadline = now + Number(left)
    redis.hset(accountKey, id, `${estimate} ${tokens} ${window.bucket} ${deadline} ${label}`)
  }
  countInWindow(redis, windowKey, window, Number(tokens))
  let shouldRefresh = 0
  if (mode === 'admit' && now >= Number(redis.hget(accountKey, 'refreshAt'))) {
    shouldRefresh = 1
    redis.hset(accountKey, 'refreshAt', now + 1000)
  }
  const reset = (window.bucket + 1) * window.width + window.length - now
  return ['admitted', now, window.requests, window.tokens, reset, shouldRefresh]
}

function addEstimate(
  redis: RedisData,
  accountKey: string,
  { estimate, names = [] }: { estimate: string; names: readonly string[] | undefined },
): void {
  redis.hincrby(accountKey, 'effective', `-${estimate}`)
  const limited = names.filter((name) => redis.hget(accountKey, `held:${name}`) !== undefined)
  for (const name of limited) redis.hincrby(accountKey, `held:${name}`, estimate)
}

export function namesOf(label: string): readonly [string, string, string] {
  const [keyId = '', , ...alias] = label.split(' ')
  return ['company', `key:${keyId}`, `alias:${alias.join(' ')}`]
}

function refreshForAccount(
  { nowMs }: RedisData,
  account: ReadonlyMap<string, string> | undefined,
  { near, estimate }: { near: string; estimate: string },
): string | undefined {
  const goodUntil = account?.get('goodUntil')
  if (account === undefined || goodUntil === undefined) return 'missing'
  if (near !== '0' && nowMs >= Number(goodUntil)) return 'account'
  if (account.get('postpaid') === '1') return undefined
  const effective = Number(account.get('effective'))
  if (effective <= 0) return 'holds'
  return effective <= Number(near) * Number(estimate) ? 'account' : undefined
}

type BudgetCheck = {
  accountKey: string
  names: readonly string[]
  limits: readonly string[]
  near: string
  estimate: string
}

function isBudgetUnknown(
  redis: RedisData,
  { accountKey, names, limits, near, estimate }: BudgetCheck,
): boolean {
  return names.some((name, index) => {
    if (limits[index] === '') return false
    const [held, spent, until] = ['held', 'spent', 'until'].map((what) =>
      redis.hget(accountKey, `${what}:${name}`),
    )
    if (held === undefined || spent === undefined || until === undefined) return true
    if (redis.nowMs >= Number(until)) return true
    return Number(held) + Number(spent) + Number(near) * Number(estimate) >= Number(limits[index])
  })
}

function abandonedWait(redis: RedisData, key: string, most: number): number {
  const [level, at] = [redis.hget(key, 'level'), redis.hget(key, 'at')]
  if (level === undefined) return 0
  const now = Number(level) - ((redis.nowMs - Number(at)) * most) / 60_000
  return now <= most - 1 ? 0 : Math.ceil(((now - most + 1) * 60_000) / most)
}

type Window = {
  length: number
  width: number
  /** The bucket that counts a call now. */
  bucket: number
  requests: number
  tokens: number
  head: number | undefined
  tail: number | undefined
  tailRequests: number
  tailTokens: number
  hasMoved: boolean
  nowMs: number
  /** `requests tokens next` of a bucket that is not the newest. */
  bucketAt(position: number): readonly [number, number, number]
}

function openWindow(redis: RedisData, key: string, length: number): Window {
  const { nowMs: now } = redis
  const width = Math.max(1, Math.floor(length / 600))
  const stored = redis.hash(key)
  const numberOf = (field: string) => (stored?.has(field) ? Number(stored.get(field)) : undefined)
  const window: Window = {
    length,
    width,
    bucket: Math.floor(now / width),
    requests: numberOf('requests') ?? 0,
    tokens: numberOf('tokens') ?? 0,
    head: numberOf('head'),
    tail: numberOf('tail'),
    tailRequests: numberOf('tailRequests') ?? 0,
    tailTokens: numberOf('tailTokens') ?? 0,
    hasMoved: false,
    nowMs: now,
    bucketAt: (position) => {
      const [requests = 0, tokens = 0, next = 0] = (redis.hget(key, String(position)) ?? '')
        .split(' ')
        .map(Number)
      return [requests, tokens, next]
    },
  }
  const clear = () => Object.assign(window, { requests: 0, tokens: 0, head: undefined, tail: undefined })
  if (window.tail !== undefined && window.tail > window.bucket) {
    if (window.tail - window.bucket > 600) {
      redis.del(key)
      clear()
    } else window.bucket = window.tail
  }
  const oldest = Math.floor((now - length) / width)
  while (window.head !== undefined && window.head < oldest) {
    window.hasMoved = true
    if (window.head === window.tail) clear()
    else {
      const [requests, tokens, next] = window.bucketAt(window.head)
      redis.hdel(key, String(window.head))
      Object.assign(window, {
        requests: window.requests - requests,
        tokens: window.tokens - tokens,
        head: next,
      })
    }
  }
  if (window.hasMoved && window.head === undefined) redis.del(key)
  return window
}

function refusalOf(window: Window, values: readonly string[]): [string, number] | undefined {
  const excessRequests = window.requests + 1 - Number(values[5])
  const excessTokens = window.tokens + Number(values[2]) - Number(values[6])
  if (excessRequests > 0) return ['requests', waitUntilFree(window, excessRequests, 0)]
  if (excessTokens > 0 && values[10] !== 'count') return ['tokens', waitUntilFree(window, excessTokens, 1)]
  return undefined
}

function waitUntilFree(window: Window, excess: number, position: 0 | 1): number {
  const { head, tail, width, length, tailRequests, tailTokens, nowMs } = window
  if (head === undefined) return length
  let [freed, at] = [0, head]
  for (let examined = 0; examined < 32; examined += 1) {
    const parts = at === tail ? ([tailRequests, tailTokens] as const) : window.bucketAt(at)
    const following = at === tail ? undefined : window.bucketAt(at)[2]
    freed += parts[position]
    if (freed >= excess || following === undefined) break
    at = following
  }
  return Math.max(1, (at + 1) * width + length - nowMs)
}

function countInWindow(redis: RedisData, key: string, window: Window, tokens: number): void {
  window.requests += 1
  window.tokens += tokens
  const { requests, tokens: sum, head, tail, bucket, tailRequests, tailTokens, length, width } = window
  if (tail === bucket) {
    redis.hset(key, 'requests', requests, 'tokens', sum, 'head', head ?? bucket)
    redis.hset(key, 'tailRequests', tailRequests + 1, 'tailTokens', tailTokens + tokens)
  } else {
    if (tail !== undefined) redis.hset(key, tail, `${tailRequests} ${tailTokens} ${bucket}`)
    redis.hset(key, 'requests', requests, 'tokens', sum, 'head', head ?? bucket, 'tail', bucket)
    redis.hset(key, 'tailRequests', 1, 'tailTokens', tokens)
  }
  redis.pexpire(key, length + 2 * width)
}
