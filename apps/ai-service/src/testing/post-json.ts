import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import type { Route } from '@gatehouse/http/define-route'
import { asCaller } from './internal-caller.ts'

/** Sends one body to a route as a known caller, unless told otherwise. */
export async function postJson(
  route: Route,
  body: unknown,
  headers: Record<string, string> = asCaller.headers,
): Promise<{ status: number; body: unknown }> {
  await using http = await startTestHttp([route])
  const response = await fetch(http.url + route.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
