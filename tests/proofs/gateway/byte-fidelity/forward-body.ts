// Sends a body to a gateway and returns what its provider received. The gateway is a process and the provider a server,
// so the compared bytes crossed the wire twice.
import { Agent, type IncomingMessage, request } from 'node:http'
import { once } from 'node:events'
import { type GatewaySetup, callHeaders } from '../gateway-setup.ts'
import type { RecordingProvider } from './recording-provider.ts'

export type Forwarded = {
  status: number
  /** The gateway's answer; only its end if it is a stream. */
  answer: string
  /** Bodies that the provider received: none or one. */
  received: readonly Buffer[]
}

export type ForwardBody = (body: Buffer) => Promise<Forwarded>

type Deps = { gatewayUrl: string; key: GatewaySetup['key']; provider: RecordingProvider; lanes: number }

export function createForwardBody(
  scope: AsyncDisposableStack,
  { gatewayUrl, key, provider, lanes }: Deps,
): ForwardBody {
  const agent = scope.adopt(new Agent({ keepAlive: true, maxSockets: lanes }), (opened) => opened.destroy())
  let calls = 0
  return async (body) => {
    calls += 1
    // The gateway forwards the caller's trace id, by which the provider tells the calls apart.
    const traceId = calls.toString(16).padStart(32, '0')
    const sent = request(`${gatewayUrl}/llm/v1/chat/completions`, {
      method: 'POST',
      agent,
      headers: {
        ...callHeaders(key),
        'content-length': body.length,
        traceparent: `00-${traceId}-00000000000000aa-01`,
      },
    })
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const chunks = await Array.fromAsync(response as AsyncIterable<Buffer>)
    const answer = Buffer.concat(chunks).subarray(-300).toString('utf8')
    return { status: response.statusCode ?? 0, answer, received: provider.take(traceId) }
  }
}
