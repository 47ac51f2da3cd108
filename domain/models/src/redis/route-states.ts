// The state of every route at every gateway process, for people. Each gateway writes a hash of its own every few
// seconds, which expires soon after the process has stopped writing: a dead process disappears. Calls neither read nor
// wait for it.
import type { BreakerState } from '@gatehouse/runtime/circuit-breaker'
import { Fault } from '@gatehouse/runtime/fault'
import { type RedisClient, readTimeMs } from '@gatehouse/redis/redis-client'
import { z } from 'zod'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    routeStates: 'models.route_states_unavailable'
  }
}

/** The figures cover the last five minutes. */
export type RouteState = {
  routeId: string
  state: BreakerState
  /** When an open breaker admits a test request; null in the other states. */
  openUntil: Date | null
  calls: number
  failures: number
  /** Duration within which 95 % of the calls that did not fail ended; null if there are none. */
  p95Ms: number | null
}

export type ReplicaRouteState = RouteState & { replica: string }

export type ReadRouteStates = () => Promise<ReplicaRouteState[]>

// The braces put all keys into one cluster slot, which a transaction needs.
const replicasKey = 'gatehouse:routes:{states}:replicas'
const replicaPrefix = 'gatehouse:routes:{states}:replica:'

/** Three times the interval at which gateways write. */
const timeToLiveMs = 15_000

export type RouteStateWriterOptions = { redis: RedisClient; replica: string; ttlMs?: number }

/** Replaces everything that this process wrote before, so that a removed route disappears immediately. */
export function createWriteRouteStates({ redis, replica, ttlMs = timeToLiveMs }: RouteStateWriterOptions) {
  return async (states: readonly RouteState[]): Promise<void> => {
    if (states.length === 0) return
    const key = replicaPrefix + replica
    const fields = states.map(({ routeId, ...state }) => [routeId, JSON.stringify(state)] as const)
    // Redis's own clock, because those of the gateways differ.
    const nowMs = Math.floor(await readTimeMs(redis, key))
    await redis
      .multi()
      .del(key)
      .hset(key, Object.fromEntries(fields))
      .pexpire(key, ttlMs)
      .zadd(replicasKey, nowMs, replica)
      .zremrangebyscore(replicasKey, '-inf', `(${nowMs - 2 * ttlMs}`)
      .pexpire(replicasKey, 2 * ttlMs)
      .exec()
  }
}

/** In order of the replicas' names, then of the routes' ids. */
export function createReadRouteStates({ redis }: { redis: RedisClient }): ReadRouteStates {
  return async () => {
    try {
      const replicas = (await redis.zrange(replicasKey, '0', '-1')).toSorted()
      const read = async (replica: string) => toStates(replica, await redis.hgetall(replicaPrefix + replica))
      return (await Promise.all(replicas.map(read))).flat()
    } catch (cause) {
      throw new Fault({
        kind: 'unavailable',
        code: 'models.route_states_unavailable',
        publicMessage:
          'The states of the routes cannot be read, because Redis does not respond. Calls are not affected. Check Redis, then try again.',
        cause,
        retryAfterMs: 1_000,
      })
    }
  }
}

const storedSchema = z.object({
  state: z.enum(['closed', 'open', 'half-open']),
  openUntil: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .nullable(),
  calls: z.int(),
  failures: z.int(),
  p95Ms: z.number().nullable(),
})

/** A gateway of another release may write another format; such entries are left out. */
function toStates(replica: string, fields: Readonly<Record<string, string>>): ReplicaRouteState[] {
  return Object.entries(fields)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([routeId, text]) => {
      const stored = storedSchema.safeParse(parseJson(text))
      return stored.success ? [{ replica, routeId, ...stored.data }] : []
    })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
