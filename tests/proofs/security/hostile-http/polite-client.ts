// Well-behaved clients: a few callers, each making one timed call after another.
import { setTimeout } from 'node:timers/promises'
import type { AddedKey } from '@gatehouse/testkit/seed-gateway'
import { callHeaders } from '../../gateway/gateway-setup.ts'

const clients = 8
const pauseMs = 10
const body = '{"model":"svc/chat-cheap","max_tokens":2,"messages":[{"role":"user","content":"Hello"}]}'

/** Returns each call's duration, `Infinity` for a shed call; throws on any other wrong answer. */
export async function timePoliteCalls(gatewayUrl: string, key: AddedKey, forMs: number): Promise<number[]> {
  const times: number[] = []
  const untilMs = performance.now() + forMs
  const run = async () => {
    while (performance.now() < untilMs) {
      const startedMs = performance.now()
      const response = await fetch(`${gatewayUrl}/llm/v1/chat/completions`, {
        method: 'POST',
        headers: callHeaders(key),
        body,
      })
      const text = await response.text()
      // On a stalled machine the gateway sheds load and says when to retry.
      if (response.status === 503 && response.headers.has('retry-after')) {
        times.push(Infinity)
        await setTimeout(Number(response.headers.get('retry-after')) * 1_000)
        continue
      }
      if (response.status !== 200)
        throw new Error(`a polite client got ${response.status} ${text.slice(0, 200)}`)
      times.push(performance.now() - startedMs)
      await setTimeout(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: clients }, run))
  return times
}
