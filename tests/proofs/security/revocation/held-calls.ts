// Calls in flight when their key ends: in the middle of a stream, before its first byte, or before the end of the
// request body.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddedKey } from '@gatehouse/testkit/seed-gateway'
import type { ProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { callHeaders } from '../../gateway/gateway-setup.ts'
import { readMetric } from '../../gateway/read-metric.ts'

const heldKinds = ['streaming', 'waiting', 'sending'] as const

type HeldKind = (typeof heldKinds)[number]

export type HeldCall = {
  kind: HeldKind
  key: AddedKey
  /** Sends the rest of the body, for the kind that held it back. */
  finishSending(): void
  end: Promise<HeldEnd>
}

export type HeldEnd = { status: number; requestId: string; endedAtMs: number; text: string }

/** Content of the message, by which the simulated provider chooses its behaviour. */
const contentOf: Readonly<Record<HeldKind, string>> = {
  streaming: 'stream on',
  waiting: 'say nothing',
  sending: 'stream on',
}

export function planHeldCalls(sim: ProviderSim): void {
  sim.planWhen(({ body }) => body.includes(contentOf.streaming), { outputTokens: 2_000, tokensPerSecond: 10 })
  sim.planWhen(({ body }) => body.includes(contentOf.waiting), { fault: { kind: 'hang_before_headers' } })
}

/**
 * Makes one call per key to one gateway, of every kind in turn, and returns when all are in flight. It reads that from
 * the gateway's metrics, so no other caller may use the gateway meanwhile.
 */
export async function holdCalls(gatewayUrl: string, keys: readonly AddedKey[]): Promise<HeldCall[]> {
  const before = await readCounts(gatewayUrl)
  const calls = keys.map((key, index) =>
    holdCall(gatewayUrl, key, heldKinds[index % heldKinds.length] ?? 'streaming'),
  )
  const open = calls.filter(({ kind }) => kind !== 'sending').length
  await waitUntil(
    async () => {
      const now = await readCounts(gatewayUrl)
      // A key whose body is slow is looked up twice, hence `>=`. `open` is absolute, not a difference: an earlier call
      // that is just ending would distort the difference.
      return now.answers - before.answers >= calls.length && now.open >= open
    },
    { withinMs: 10_000, what: 'every call is in flight' },
  )
  await Promise.all(calls.map(({ isUnderWay }) => isUnderWay))
  return calls
}

async function readCounts(gatewayUrl: string) {
  const [fromDatabase, fromMemory, open] = await Promise.all([
    readMetric(gatewayUrl, 'gatehouse_key_answers_total', 'database'),
    readMetric(gatewayUrl, 'gatehouse_key_answers_total', 'memory'),
    readMetric(gatewayUrl, 'gatehouse_calls_open'),
  ])
  return { answers: fromDatabase + fromMemory, open }
}

function holdCall(
  gatewayUrl: string,
  key: AddedKey,
  kind: HeldKind,
): HeldCall & { isUnderWay: Promise<unknown> } {
  const messages = [{ role: 'user', content: contentOf[kind] }]
  const body = JSON.stringify({ model: 'svc/chat-default', stream: true, messages })
  const sent = request(`${gatewayUrl}/llm/v1/chat/completions`, {
    method: 'POST',
    agent: false,
    headers: { ...callHeaders(key), 'content-length': body.length },
  })
  const isHeldBack = kind === 'sending'
  if (isHeldBack) sent.write(body.slice(0, 20))
  else sent.end(body)
  const response = once(sent, 'response') as Promise<[IncomingMessage]>
  const end = response.then(([message]) => readToEnd(message))
  // An error of the request also rejects `end`. The empty handlers keep it from crashing the process if the proof has
  // already failed and nothing awaits `end`.
  sent.on('error', () => undefined)
  end.catch(() => undefined)
  return {
    kind,
    key,
    isUnderWay:
      kind === 'streaming' ? response.then(([message]) => once(message, 'readable')) : Promise.resolve(),
    finishSending: () => isHeldBack && sent.end(body.slice(20)),
    end,
  }
}

async function readToEnd(message: IncomingMessage): Promise<HeldEnd> {
  let text = ''
  for await (const chunk of message) text += String(chunk)
  return {
    status: message.statusCode ?? 0,
    requestId: String(message.headers['x-request-id']),
    endedAtMs: performance.now(),
    text,
  }
}
