import type { Connection } from './chat-request.ts'
import { GatewayFault, readFault } from './gateway-fault.ts'

type GatewayRequest = {
  method?: 'GET' | 'POST'
  path: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

/** Sends one request with the key. Throws a GatewayFault unless the answer is a success. */
export async function sendRequest(
  { baseUrl, key, signal }: Connection,
  { method = 'POST', path, body, headers = {} }: GatewayRequest,
): Promise<Response> {
  const response = await send(`${baseUrl}${path}`, {
    method,
    signal,
    // The key alone decides what is answered; the browser must neither send nor store anything else.
    credentials: 'omit',
    cache: 'no-store',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (response.ok) return response
  throw readFault(await response.json().catch(() => undefined), {
    kind: 'refused',
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterS: Number(response.headers.get('retry-after')) || undefined,
  })
}

async function send(url: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (thrown) {
    if (init.signal.aborted) throw thrown
    throw new GatewayFault('', { kind: 'unreachable' })
  }
}
