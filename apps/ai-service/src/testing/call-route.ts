import type { Route } from '@gatehouse/http/define-route'
import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { asCaller } from './internal-caller.ts'

export type RouteCall = {
  /** Default: those of a caller with all rights. */
  headers?: Record<string, string>
  /** JSON, or a string to send verbatim. */
  body?: unknown
  /** Query string with its question mark. */
  query?: string
}

/** Calls a route over HTTP. */
export async function callRoute(
  route: Route,
  { headers = asCaller.headers, body, query = '' }: RouteCall = {},
): Promise<{ status: number; headers: Headers; body: unknown }> {
  await using http = await startTestHttp([route])
  const response = await fetch(`${http.url}${route.path}${query}`, {
    method: route.method,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
