// Presents many keys to a gateway over a few connections with several requests in flight on each: a client that waits
// for every answer would need more time than the gateway.
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { nextAddress } from '../../gateway/gateway-setup.ts'
import type { ManyKey } from './mint-many-keys.ts'

export type UseOptions = {
  /** At most this many requests a second; as fast as possible if left out. */
  perSecond?: number
  /** Ends early. */
  signal?: AbortSignal
}

const connections = 4
const inFlightMax = 16
const statusLine = 'HTTP/1.1 '

/** Presents every key once, and returns those that were not answered with 200. */
export async function useKeys(gatewayUrl: string, keys: readonly ManyKey[], options: UseOptions = {}) {
  const perConnection = Math.ceil(keys.length / connections)
  const parts = Array.from({ length: connections }, (_, index) =>
    keys.slice(index * perConnection, (index + 1) * perConnection),
  )
  const share = options.perSecond === undefined ? {} : { perSecond: options.perSecond / connections }
  const results = await Promise.all(parts.map((part) => useOn(gatewayUrl, part, { ...options, ...share })))
  return {
    used: results.reduce((sum, { used }) => sum + used, 0),
    failed: results.flatMap(({ failed }) => failed),
  }
}

async function useOn(gatewayUrl: string, keys: readonly ManyKey[], { perSecond, signal }: UseOptions) {
  const { hostname, port } = new URL(gatewayUrl)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  const answers = countAnswers(socket)
  const startedMs = performance.now()
  let sent = 0
  try {
    for (const key of keys) {
      if (signal?.aborted) break
      if (perSecond !== undefined) await pause(startedMs + (sent / perSecond) * 1_000 - performance.now())
      while (sent - answers.all() >= inFlightMax) await answers.next()
      socket.write(
        `GET /llm/v1/models HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${key.raw}\r\n` +
          `x-forwarded-for: ${nextAddress()}\r\n\r\n`,
      )
      sent += 1
    }
    while (answers.all() < sent) await answers.next()
  } finally {
    socket.destroy()
  }
  // Answers on one connection arrive in the order of the requests.
  return { used: sent, failed: answers.failed().flatMap((index) => keys[index] ?? []) }
}

/** Counts status lines; no body contains one. */
function countAnswers(socket: Socket) {
  let all = 0
  const failed: number[] = []
  let rest = ''
  let changed = Promise.withResolvers<void>()
  socket.on('data', (chunk: Buffer) => {
    const text = rest + chunk.toString('latin1')
    let at = text.indexOf(statusLine)
    let end = 0
    while (at !== -1 && at + statusLine.length + 3 <= text.length) {
      end = at + statusLine.length + 3
      if (text.slice(end - 3, end) !== '200') failed.push(all)
      all += 1
      at = text.indexOf(statusLine, end)
    }
    rest = text.slice(Math.max(end, text.length - statusLine.length - 3))
    changed.resolve()
    changed = Promise.withResolvers()
  })
  let isClosed = false
  const end = () => {
    isClosed = true
    changed.resolve()
  }
  socket.once('close', end).on('error', end)
  const next = async () => {
    if (isClosed) throw new Error('the gateway closed the connection')
    await changed.promise
  }
  return { all: () => all, failed: () => failed, next }
}

async function pause(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (ms <= 0) return
  setTimeout(resolve, ms)
  await promise
}
