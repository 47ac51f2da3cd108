// admit.lua in TypeScript, line by line; the reasons are in the script.
import { dropEnded, readLeases } from './leases.ts'
import type { RedisData } from './redis-data.ts'
import { type Window, countInWindow, openWindow, resetOf, storeMoved, waitUntilFree } from './window.ts'

export type Script = (redis: RedisData, keys: readonly string[], values: readonly string[]) => unknown[]

export const admit: Script = (redis, keys, values) => {
  const now = redis.nowMs
  const [accountKey = '', windowKey = '', abandonedKey = '', abandonedCompanyKey = ''] = keys
  const [id = '', estimate = '0', tokens = '0', left, label = '', , , , near = '0', latest, mode] = values
  if (Number(latest) > 0 && now > Number(latest)) return ['late', now]
  const account = redis.hash(accountKey)
  const isKnown = account?.has(id) ?? false
  const decides = !isKnown && mode !== 'count'
  const recall = () => {
    redis.hset(accountKey, 'recallUntil', now + 1000)
    return ['recall', now]
  }
  if (decides && isLeased(redis, accountKey, near)) return recall()
  const reason = decides ? refreshForAccount(redis, account, { near, estimate }) : undefined
  if (reason) return ['refresh', now, reason]

  const limits = values.slice(13, 16)
  const hasBudget = limits.some((limit) => limit !== '')
  const names = account?.has('loggedFrom') || hasBudget ? namesOf(label) : undefined
  if (names && hasBudget && decides) {
    if (!account?.has('loggedFrom')) redis.hset(accountKey, 'loggedFrom', account?.get('version') ?? 0)
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
  if (!isKnown && !refused && isWindowLeased(redis, window, { accountKey, values })) {
    storeMoved(redis, window)
    return recall()
  }
  if (refused || isKnown || mode === 'preview') {
    storeMoved(redis, window)
    const reset = window.tail === undefined ? 0 : Math.max(0, resetOf(window, window.tail))
    if (refused) return ['refused', now, window.requests, window.tokens, reset, ...refused]
    return ['admitted', now, window.requests, window.tokens, reset, 0]
  }

  if (mode === 'admit') {
    if (estimate !== '0') addEstimate(redis, accountKey, { estimate, names })
    const deadline = now + Number(left)
    redis.hset(accountKey, id, `${estimate} ${tokens} ${window.bucket} ${deadline} ${label}`)
  }
  countInWindow(redis, window, { requests: 1, tokens: Number(tokens) })
  let shouldRefresh = 0
  if (mode === 'admit' && now >= Number(redis.hget(accountKey, 'refreshAt'))) {
    shouldRefresh = 1
    redis.hset(accountKey, 'refreshAt', now + 1000)
  }
  return ['admitted', now, window.requests, window.tokens, resetOf(window, window.bucket), shouldRefresh]
}

/** Whether only leases keep a confirmed call from being admitted. */
function isLeased(redis: RedisData, accountKey: string, near: string): boolean {
  const account = redis.hash(accountKey)
  if (near !== '0' || !account?.has('goodUntil') || account.get('postpaid') === '1') return false
  if (isExpired(redis.nowMs, { goodUntil: account.get('goodUntil'), near })) return false
  if (Number(account.get('effective')) > 0 || !account.has('leases')) return false
  dropEnded(redis, accountKey)
  return Number(redis.hget(accountKey, 'effective')) <= 0 && readLeases(redis, accountKey).length > 0
}

function isWindowLeased(
  redis: RedisData,
  window: Window,
  { accountKey, values }: { accountKey: string; values: readonly string[] },
): boolean {
  if (redis.hget(accountKey, 'leases') === undefined) return false
  dropEnded(redis, accountKey)
  const [keyId] = (values[4] ?? '').split(' ')
  let [requests, tokens] = [window.requests + 1, window.tokens + Number(values[2])]
  for (const lease of readLeases(redis, accountKey)) {
    if (lease.keyId !== keyId) continue
    requests += lease.requests
    tokens += lease.tokens
  }
  return requests > Number(values[5]) || (values[10] !== 'count' && tokens > Number(values[6]))
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
  if (isExpired(nowMs, { goodUntil, near })) return 'account'
  if (account.get('postpaid') === '1') return undefined
  const effective = Number(account.get('effective'))
  if (effective <= 0) return 'holds'
  return effective <= Number(near) * Number(estimate) ? 'account' : undefined
}

function isExpired(
  nowMs: number,
  { goodUntil, near }: { goodUntil: string | undefined; near: string },
): boolean {
  return nowMs >= Number(goodUntil) + (near === '0' ? 2_000 : 0)
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

function refusalOf(window: Window, values: readonly string[]): [string, number] | undefined {
  const excessRequests = window.requests + 1 - Number(values[5])
  const excessTokens = window.tokens + Number(values[2]) - Number(values[6])
  if (excessRequests > 0) return ['requests', waitUntilFree(window, excessRequests, 0)]
  if (excessTokens > 0 && values[10] !== 'count') return ['tokens', waitUntilFree(window, excessTokens, 1)]
  return undefined
}
