// leases.lua in TypeScript; the reasons are in the script.
import type { RedisData } from './redis-data.ts'

export type StoredLease = {
  process: string
  keyId: string
  micros: number
  requests: number
  tokens: number
  untilMs: number
}

export function readLeases(redis: RedisData, accountKey: string): StoredLease[] {
  return parseLeases(redis.hget(accountKey, 'leases'))
}

export function parseLeases(text = ''): StoredLease[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [process = '', keyId = '', ...amounts] = line.split(' ')
      const [micros = 0, requests = 0, tokens = 0, untilMs = 0] = amounts.map(Number)
      return { process, keyId, micros, requests, tokens, untilMs }
    })
}

export function writeLeases(redis: RedisData, accountKey: string, leases: readonly StoredLease[]): void {
  const lines = leases.map(({ process, keyId, micros, requests, tokens, untilMs }) =>
    [process, keyId, micros, requests, tokens, untilMs].join(' '),
  )
  if (lines.length > 0) redis.hset(accountKey, 'leases', lines.join('\n'))
  else if (redis.hash(accountKey)) redis.hdel(accountKey, 'leases')
}

/** Drops the leases whose time is over, except the own one of a process that is just reporting. */
export function dropEnded(
  redis: RedisData,
  accountKey: string,
  own?: Pick<StoredLease, 'process' | 'keyId'>,
): void {
  const leases = readLeases(redis, accountKey)
  const isOwn = (lease: StoredLease) => lease.process === own?.process && lease.keyId === own?.keyId
  const ended = leases.filter((lease) => lease.untilMs <= redis.nowMs && !isOwn(lease))
  if (ended.length === 0) return
  for (const { micros } of ended) if (micros !== 0) redis.hincrby(accountKey, 'effective', BigInt(micros))
  writeLeases(
    redis,
    accountKey,
    leases.filter((lease) => !ended.includes(lease)),
  )
}
