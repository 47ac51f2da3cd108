// A provider that costs almost no CPU: on a plain socket it waits for a complete request and sends precomputed bytes.
// It shares a core with the load generator and must not become the bottleneck.
import { type Server, type Socket, createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

export type CannedProvider = {
  server: Server
  baseUrl: string
  startTicks(everyMs: number): void
  stopTicks(): void
}

const framesPerStream = 50

const head = (contentType: string) => `HTTP/1.1 200 OK\r\ncontent-type: ${contentType}\r\n`

const answerBody = JSON.stringify({
  id: 'chatcmpl-canned',
  object: 'chat.completion',
  created: 1_760_000_000,
  model: 'sim-chat',
  choices: [{ index: 0, message: { role: 'assistant', content: 'x'.repeat(700) }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 212, completion_tokens: 175, total_tokens: 387 },
})
const answer = Buffer.from(
  `${head('application/json')}content-length: ${answerBody.length}\r\n\r\n${answerBody}`,
)

const streamHead = Buffer.from(`${head('text/event-stream')}transfer-encoding: chunked\r\n\r\n`)
const chunked = (text: string) => Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
const chunk = (rest: string) =>
  `data: {"id":"chatcmpl-canned","object":"chat.completion.chunk","created":1760000000,"model":"sim-chat",${rest}}\n\n`
const contentFrame = chunked(
  chunk('"choices":[{"index":0,"delta":{"content":"some words "},"finish_reason":null}]'),
)
const lastFrames = Buffer.concat([
  chunked(chunk('"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]')),
  chunked(
    chunk('"choices":[],"usage":{"prompt_tokens":212,"completion_tokens":50,"total_tokens":262}') +
      'data: [DONE]\n\n',
  ),
  Buffer.from('0\r\n\r\n'),
])

type OpenStream = { socket: Socket; sent: number }

export async function startCannedProvider(frames = framesPerStream): Promise<CannedProvider> {
  const streams = new Set<OpenStream>()
  let timer: NodeJS.Timeout | undefined
  const server = createServer((socket) => {
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    let waiting = Buffer.alloc(0)
    socket.on('data', (data) => {
      waiting = waiting.length === 0 ? data : Buffer.concat([waiting, data])
      for (let end = requestEnd(waiting); end > 0; end = requestEnd(waiting)) {
        const isStream = waiting.subarray(0, end).includes('"stream":true')
        waiting = waiting.subarray(end)
        if (!isStream) socket.write(answer)
        else {
          socket.write(Buffer.concat([streamHead, contentFrame]))
          streams.add({ socket, sent: 1 })
        }
      }
    })
  })
  server.listen(0, '127.0.0.1', 4_096)
  await once(server, 'listening')
  const tick = () => {
    for (const stream of streams) {
      stream.sent += 1
      if (stream.sent < frames) stream.socket.write(contentFrame)
      else {
        stream.socket.write(lastFrames)
        streams.delete(stream)
      }
    }
  }
  const { port } = server.address() as AddressInfo
  return {
    server,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    startTicks(everyMs) {
      clearInterval(timer)
      timer = setInterval(tick, everyMs)
    },
    stopTicks: () => clearInterval(timer),
  }
}

/** Returns the end of the first request, or 0 if it is incomplete. */
function requestEnd(bytes: Buffer): number {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return 0
  const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, headEnd))?.[1]
  const end = headEnd + 4 + Number(length ?? 0)
  return bytes.length >= end ? end : 0
}
