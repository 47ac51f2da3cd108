// Clients that go on calling with a key while it is revoked, one for each gateway process.
import { setTimeout } from 'node:timers/promises'
import type { AddedKey } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { callHeaders } from '../gateway/gateway-scene.ts'
import type { KeyDesk } from './key-desk.ts'

export type KeyTrial = {
  /** From the commit to the moment at which the last call was accepted, over all processes; 0 if none was. */
  lastAcceptedMs: number
  accepted: number
  /** Neither accepted nor refused for the key: what the trial cannot be judged by. */
  others: readonly string[]
  /** By a gateway that could not keep up. */
  turnedAway: readonly string[]
  isAnnounced: boolean
}

export type TrialOptions = {
  desk: KeyDesk
  gatewayUrls: readonly string[]
  /** How long the clients go on after the revocation: longer than the limit, or nothing later could be seen. */
  watchForMs: number
  /** Besides, they go on until every one of them is refused, for at most so long. */
  refusedWithinMs?: number
}

// So that a few dozen clients are an ordinary load and not one that hides what is measured.
const pauseMs = 20
const callsBefore = 3
// Those who are tried together shall not be revoked together.
const startsWithinMs = 500

export async function tryRevocation(key: AddedKey, options: TrialOptions): Promise<KeyTrial> {
  const { desk, gatewayUrls, watchForMs, refusedWithinMs = 0 } = options
  const stop = new AbortController()
  const clients = gatewayUrls.map((url) => startClient(url, key, stop.signal))
  await Promise.all(clients.map(({ isWarm }) => isWarm))
  await setTimeout(Math.random() * startsWithinMs)
  const { committedAtMs, isAnnounced } = await desk.revoke(key)
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

/** `decidedAtMs` is at the latest when the key was accepted or refused. */
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

/** What the call took after the check of its key, as the gateway reports it: the model's time is not the key's. */
const untilKey = new Set(['limit', 'auth'])

function tookAfterKeyMs(serverTiming: string | null): number {
  const steps = (serverTiming ?? '').split(', ').map((step) => step.split(';dur='))
  return steps.reduce((sum, [name, took]) => (untilKey.has(name ?? '') ? sum : sum + Number(took ?? 0)), 0)
}
