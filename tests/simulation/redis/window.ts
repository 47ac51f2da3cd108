// window.lua in TypeScript; the reasons are in the script.
import type { RedisData } from './redis-data.ts'

export type Window = {
  key: string
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

export function openWindow(redis: RedisData, key: string, length: number): Window {
  const { nowMs: now } = redis
  const width = Math.max(1, Math.floor(length / 600))
  const stored = redis.hash(key)
  const numberOf = (field: string) => (stored?.has(field) ? Number(stored.get(field)) : undefined)
  const window: Window = {
    key,
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

export function waitUntilFree(window: Window, excess: number, position: 0 | 1): number {
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

export function countInWindow(
  redis: RedisData,
  window: Window,
  counted: { requests: number; tokens: number },
): void {
  window.requests += counted.requests
  window.tokens += counted.tokens
  const { key, tail, bucket, length, width } = window
  if (tail === bucket) {
    window.tailRequests += counted.requests
    window.tailTokens += counted.tokens
  } else {
    if (tail !== undefined) redis.hset(key, tail, `${window.tailRequests} ${window.tailTokens} ${bucket}`)
    window.head ??= bucket
    window.tail = bucket
    window.tailRequests = counted.requests
    window.tailTokens = counted.tokens
  }
  redis.hset(key, 'requests', window.requests, 'tokens', window.tokens, 'head', window.head ?? bucket)
  redis.hset(key, 'tail', bucket, 'tailRequests', window.tailRequests, 'tailTokens', window.tailTokens)
  redis.pexpire(key, length + 2 * width)
}

export function storeMoved(redis: RedisData, { key, hasMoved, requests, tokens, head }: Window): void {
  if (hasMoved && head !== undefined) redis.hset(key, 'requests', requests, 'tokens', tokens, 'head', head)
}

export function resetOf({ width, length, nowMs }: Window, bucket: number): number {
  return (bucket + 1) * width + length - nowMs
}
