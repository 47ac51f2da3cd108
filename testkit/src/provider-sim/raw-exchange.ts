// The client side of one request on a raw socket, for tests that inspect bytes: what arrived, how it was split into
// HTTP chunks, and how the connection ended.
import { connect } from 'node:net'

export type RawRequest = { path?: string; headers?: Record<string, string>; body: unknown }

export type RawExchange = {
  /** The part of the response received so far. */
  answer(): RawAnswer
  /** Resolves when the text has arrived; rejects if the connection ends without it. */
  until(text: string): Promise<void>
  /** Resolves when the server has closed the connection. */
  ended(): Promise<RawAnswer>
  pause(): void
  resume(): void
  hangUp(): void
}

type RawAnswer = {
  /** Everything on the wire, status line included. */
  wire: string
  status: number
  headers: Record<string, string>
  /** The body's HTTP chunks; a body without chunked encoding is one. */
  chunks: Buffer[]
  body: Buffer
  /** Number of socket reads in which the response arrived. */
  reads: number
  /** The body without its `data: ` framing, one entry per event, without comments. */
  events: string[]
  /** Whether the HTTP body ended correctly. */
  isWhole: boolean
  end: 'open' | 'closed' | 'reset'
}

export function openRawExchange(port: number, request: RawRequest): RawExchange {
  const received: Buffer[] = []
  const waiting = new Set<() => void>()
  const whenEnded = Promise.withResolvers<void>()
  let end: RawAnswer['end'] = 'open'

  const socket = connect(port, '127.0.0.1')
  socket.on('data', (bytes) => {
    received.push(bytes)
    for (const check of waiting) check()
  })
  socket.on('error', () => {
    end = 'reset'
  })
  socket.on('close', () => {
    if (end === 'open') end = 'closed'
    whenEnded.resolve()
    for (const check of waiting) check()
  })
  socket.write(requestBytes(request))

  const answer = () => ({ ...parseAnswer(Buffer.concat(received)), reads: received.length, end })
  return {
    answer,
    until(text) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const check = () => {
        if (Buffer.concat(received).includes(text)) resolve()
        else if (end !== 'open') reject(new Error(`the connection ended without ${text}`))
      }
      waiting.add(check)
      check()
      return promise.finally(() => waiting.delete(check))
    },
    async ended() {
      await whenEnded.promise
      return answer()
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    hangUp: () => socket.destroy(),
  }
}

function requestBytes({ path = '/v1/chat/completions', headers = {}, body }: RawRequest): Buffer {
  const bytes = Buffer.from(JSON.stringify(body))
  const lines = Object.entries({
    host: 'sim',
    connection: 'close',
    'content-length': bytes.length,
    ...headers,
  })
  const head = [`POST ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', '']
  return Buffer.concat([Buffer.from(head.join('\r\n')), bytes])
}

function parseAnswer(wire: Buffer): Omit<RawAnswer, 'reads' | 'end'> {
  const headEnd = wire.indexOf('\r\n\r\n')
  const [statusLine = '', ...headerLines] = wire.subarray(0, Math.max(0, headEnd)).toString().split('\r\n')
  const headers = Object.fromEntries(headerLines.map(splitHeader))
  const rest = headEnd < 0 ? Buffer.alloc(0) : wire.subarray(headEnd + 4)
  const isChunked = headers['transfer-encoding'] === 'chunked'
  const { chunks, isWhole } = isChunked
    ? readChunks(rest)
    : { chunks: [rest], isWhole: rest.length === Number(headers['content-length']) }
  const body = Buffer.concat(chunks)
  const status = Number(statusLine.split(' ')[1] ?? 0)
  return {
    wire: wire.toString('latin1'),
    status,
    headers,
    chunks,
    body,
    events: eventsIn(body),
    isWhole,
  }
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

/** An incomplete last chunk is included as far as it arrived. */
function readChunks(bytes: Buffer): { chunks: Buffer[]; isWhole: boolean } {
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) break
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString(), 16)
    if (size === 0) return { chunks, isWhole: true }
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
  return { chunks, isWhole: false }
}

function eventsIn(body: Buffer): string[] {
  const events = body.toString().split(/\r\n\r\n|\n\n/)
  return events.filter((event) => event.startsWith('data: ')).map(dataOf)
}

function dataOf(event: string): string {
  return event
    .split(/\r\n|\n/)
    .map((line) => line.replace(/^data: /, ''))
    .join('\n')
}
