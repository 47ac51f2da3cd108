// Clients that keep calling with a key while it is revoked, one per gateway process.
import { setTimeout } from 'node:timers/promises'
import type { AddedKey } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { callHeaders } from '../../gateway/gateway-setup.ts'
import type { KeyAdmin } from './key-admin.ts'

export type KeyTrial = {
  /**
   * Time from the commit of the revocation to the last accepted call, over all processes; 0 if none was accepted after
   * the commit.
   */
  lastAcceptedMs: number
  accepted: number
  /** Calls that were neither accepted nor refused for the key, which make the trial unusable. */
  others: readonly string[]
  /** Calls shed by an overloaded gateway. */
  turnedAway: readonly string[]
  isAnnounced: boolean
}

export type TrialOptions = {
  keyAdmin: KeyAdmin
  gatewayUrls: readonly string[]
  /**
   * How long the clients continue after the revocation: longer than the limit, or a late acceptance would be missed.
   */
  watchForMs: number
  /** They also continue until all of them are refused, for at most this long. */
  refusedWithinMs?: number
}

// Pause between two calls of a client: a few dozen clients then cause an ordinary load, which does not mask the
// measured effect.
const pauseMs = 20
const callsBefore = 3
// Each revocation is delayed by a random time up to this, so that keys tried together are not revoked at the same
// moment.
const startsWithinMs = 500

export async function tryRevocation(key: AddedKey, options: TrialOptions): Promise<KeyTrial> {
  const { keyAdmin, gatewayUrls, watchForMs, refusedWithinMs = 0 } = options
  const stop = new AbortController()
  const clients = gatewayUrls.map((url) => startClient(url, key, stop.signal))
  await Promise.all(clients.map(({ isWarm }) => isWarm))
  await setTimeout(Math.random() * startsWithinMs)
  const { committedAtMs, isAnnounced } = await keyAdmin.revoke(key)
  await setTimeout(Math.max(0, committedAtMs + watchForMs - performance.now()))
  const areRefused = () => clients.every(({ isRefused }) => isRefused())
  if (refusedWithinMs > 0)
    await waitUntil(areRefused, { withinMs: refusedWithinMs, what: 'all are refused' }).catch(() => undefined)
  stop.abort()
  const seen = (await Promise.all(clients.map(({ done }) => done))).flat()
  const accepted = seen.filter(({ status }) => status === 200)
  return {
    lastAcceptedMs: Math.max(0, ...accepted.map(({ decidedAtMs }) => decidedAtMs - committedAtMs)),
    accepted: accepted.length,
    others: seen.filter(({ status }) => status !== 200 && status !== 401 && status !== 503).map(describe),
    turnedAway: seen.filter(({ status }) => status === 503).map(describe),
    isAnnounced,
  }
}

/** `decidedAtMs` is the latest time at which the key can have been accepted or refused. */
type Seen = { status: number; text: string; decidedAtMs: number }

function describe({ status, text }: Seen): string {
  return `${status} ${text.slice(0, 120)}`
}

const body = '{"model":"svc/chat-cheap","max_tokens":1,"messages":[{"role":"user","content":"Hello"}]}'

function startClient(gatewayUrl: string, key: AddedKey, signal: AbortSignal) {
  const warm = Promise.withResolvers<void>()
  const call = async (): Promise<Seen> => {
    const response = await fetch(`${gatewayUrl}/llm/v1/chat/completions`, {
      method: 'POST',
      headers: callHeaders(key),
      body,
    })
    const decidedAtMs = performance.now() - tookAfterKeyMs(response.headers.get('server-timing'))
    const text = await response.text()
    return { status: response.status, text: response.status === 200 ? '' : text, decidedAtMs }
  }
  const seen: Seen[] = []
  const run = async () => {
    while (!signal.aborted) {
      seen.push(await call())
      if (seen.length === callsBefore) warm.resolve()
      await setTimeout(pauseMs)
    }
    return seen
  }
  const done = run()
  done.catch(warm.reject)
  return { isWarm: warm.promise, isRefused: () => seen.at(-1)?.status === 401, done }
}

/** Steps of the Server-Timing header up to the key check; the time of all later steps does not concern the key. */
const untilKey = new Set(['limit', 'auth'])

function tookAfterKeyMs(serverTiming: string | null): number {
  const steps = (serverTiming ?? '').split(', ').map((step) => step.split(';dur='))
  return steps.reduce((sum, [name, took]) => (untilKey.has(name ?? '') ? sum : sum + Number(took ?? 0)), 0)
}
