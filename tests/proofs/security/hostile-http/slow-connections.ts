// Connections that are kept open at minimal cost: a byte now and then, or nothing at all.
import { type Socket, connect } from 'node:net'
import { judgeAnswers } from './judge-answers.ts'
import type { Target } from './raw-sender.ts'

export const slowKinds = ['head', 'body', 'body for an unknown route', 'silent', 'half open'] as const

export type SlowKind = (typeof slowKinds)[number]

export type SlowReport = {
  opened: number
  /** Connections closed by the server: their number, and the longest time that one was open. */
  closed: Record<SlowKind, { count: number; longestMs: number }>
  faults: string[]
}

export class SlowConnections {
  readonly #beginnings: Readonly<Record<SlowKind, Buffer>>
  readonly #open = new Map<Socket, SlowKind>()
  readonly #trickling = new Set<Socket>()
  readonly #target: Target
  readonly report: SlowReport = {
    opened: 0,
    closed: Object.fromEntries(
      slowKinds.map((kind) => [kind, { count: 0, longestMs: 0 }]),
    ) as SlowReport['closed'],
    faults: [],
  }

  constructor(target: Target, rawKey: string) {
    this.#target = target
    this.#beginnings = composeBeginnings(rawKey)
  }

  get size(): number {
    return this.#open.size
  }

  /** Opens connections until there are `each` of the kind, as an attacker replaces closed ones. */
  fill(kind: SlowKind, each: number, atMost = each): void {
    const open = this.#open.values().reduce((count, one) => count + (one === kind ? 1 : 0), 0)
    for (let left = Math.min(each - open, atMost); left > 0; left -= 1) this.#openOne(kind)
  }

  #openOne(kind: SlowKind): void {
    const socket = connect({ ...this.#target, noDelay: true, allowHalfOpen: kind === 'half open' })
    const openedMs = performance.now()
    const received: Buffer[] = []
    this.report.opened += 1
    this.#open.set(socket, kind)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    // A half-open connection must be closed from this side.
    socket.once('end', () => socket.end())
    socket.once('close', () => {
      this.#trickling.delete(socket)
      if (!this.#open.delete(socket)) return
      const closed = this.report.closed[kind]
      closed.count += 1
      closed.longestMs = Math.max(closed.longestMs, performance.now() - openedMs)
      const { fault } = judgeAnswers(Buffer.concat(received), { isClosed: false })
      if (fault !== undefined) this.report.faults.push(`${kind}: ${fault}`)
    })
    const beginning = this.#beginnings[kind]
    if (kind === 'half open') socket.end(beginning)
    else if (beginning.length > 0) socket.write(beginning)
    if (kind !== 'silent' && kind !== 'half open') this.#trickling.add(socket)
  }

  /** Sends one more byte on every n-th connection, starting at a different one each turn. */
  trickle(turn: number, turns: number): void {
    let index = 0
    for (const socket of this.#trickling) {
      if (index % turns === turn % turns && socket.writable) socket.write('y')
      index += 1
    }
  }

  close(): void {
    for (const socket of this.#open.keys()) {
      this.#open.delete(socket)
      socket.destroy()
    }
  }
}

function composeBeginnings(rawKey: string): Record<SlowKind, Buffer> {
  const post = (path: string, headers: string) =>
    `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n${headers}\r\n`
  const texts: Record<SlowKind, string> = {
    head: 'GET /healthz HTTP/1.1\r\nhost: a\r\nx: ',
    // With a valid key; otherwise the gateway would not wait for the body.
    body: `${post('/llm/v1/chat/completions', `authorization: Bearer ${rawKey}\r\nx-forwarded-for: 192.0.2.1\r\n`)}{"model":"`,
    'body for an unknown route': `${post('/nowhere', '')}"${'y'.repeat(500_000)}`,
    silent: '',
    'half open': 'GET /healthz HTTP/1.1\r\nhost: a\r\n',
  }
  return Object.fromEntries(Object.entries(texts).map(([kind, text]) => [kind, Buffer.from(text)])) as Record<
    SlowKind,
    Buffer
  >
}
