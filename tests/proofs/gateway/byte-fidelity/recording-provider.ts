// A provider that keeps the received bytes of each call until they are fetched, and answers with a stream or a single
// body, as the call requests.
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RecordingProvider = AsyncDisposable & {
  baseUrl: string
  /** Returns the bodies received under this trace id, normally one. */
  take(traceId: string): Buffer[]
}

const usage = { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 }
const answer = JSON.stringify({
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
  usage,
})
const stream = [
  { choices: [{ index: 0, delta: { content: 'ok' }, finish_reason: null }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { choices: [], usage },
]
const streamAnswer = `${stream.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`

export async function startRecordingProvider(): Promise<RecordingProvider> {
  const received = new Map<string, Buffer[]>()
  // The gateway pools connections; closing an idle one just as it is reused would look like a fault.
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, (request, response) => {
    void record(request, received).then((body) => respond(response, body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    take(traceId) {
      const bodies = received.get(traceId) ?? []
      received.delete(traceId)
      return bodies
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function record(request: IncomingMessage, received: Map<string, Buffer[]>): Promise<Buffer> {
  const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
  const traceId = request.headers['traceparent']?.toString().split('-')[1] ?? ''
  received.set(traceId, [...(received.get(traceId) ?? []), body])
  return body
}

/** Parses the body as providers do. An unparsable body gets a normal answer too: the proof will notice it. */
function respond(response: ServerResponse, body: Buffer): void {
  const isStream = wantsStream(body)
  response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
  response.end(isStream ? streamAnswer : answer)
}

function wantsStream(body: Buffer): boolean {
  try {
    return (JSON.parse(body.toString('utf8')) as { stream?: unknown }).stream === true
  } catch {
    return false
  }
}
