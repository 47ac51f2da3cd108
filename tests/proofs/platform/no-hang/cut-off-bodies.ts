// Sends each request with half of its body and then ends the connection, as a client does whose process dies. The server must end the
// connection, too, and must not treat the half as the whole.
import { connect } from 'node:net'
import type { HungRequest } from './requests.ts'

export type CutOff = {
  request: HungRequest
  /** Until the server has ended the connection. */
  tookMs: number
  /** Undefined if the server closes the connection without an answer. */
  status: number | undefined
}

const lanes = 8
/** A request without a body of its own gets one. */
const strayBody = '{"nothing":"here"}'

export async function cutOffAll(requests: readonly HungRequest[], limitMs: number): Promise<CutOff[]> {
  const waiting = [...requests]
  const found: CutOff[] = []
  const cutOn = async () => {
    for (let request = waiting.pop(); request; request = waiting.pop())
      found.push(await cutOff(request, limitMs))
  }
  await Promise.all(Array.from({ length: lanes }, cutOn))
  return found
}

/** Bodies that were accepted although they were cut off, and connections that stayed open. */
export function findCutOffFaults(found: readonly CutOff[], limitMs: number): string[] {
  return found.flatMap(({ request, tookMs, status }) => {
    const { method = 'GET' } = request.init()
    const name = `${method} ${new URL(request.url).pathname}`
    if (tookMs > limitMs) return [`${name} with half a body was open for ${tookMs.toFixed(0)} ms`]
    // A route that reads no body may answer a GET.
    const isAccepted = method !== 'GET' && status !== undefined && status < 400
    return isAccepted ? [`${name} with half a body was answered with ${status}`] : []
  })
}

/** Stops waiting a little later than the limit, so that a connection that stays open is seen to exceed it. */
function cutOff(request: HungRequest, limitMs: number): Promise<CutOff> {
  const { hostname, port, host, pathname, search } = new URL(request.url)
  const { method = 'GET', headers, body } = request.init()
  const bytes = Buffer.from(typeof body === 'string' ? body : strayBody)
  const lines = [
    `${method} ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    ...[...new Headers(headers)].map(([name, value]) => `${name}: ${value}`),
    `content-length: ${bytes.length}`,
  ]
  const { promise, resolve } = Promise.withResolvers<CutOff>()
  const startedMs = performance.now()
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  const chunks: Buffer[] = []
  socket.setTimeout(limitMs + 1_000, () => socket.destroy())
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => undefined)
  socket.once('end', () => socket.destroy())
  socket.once('close', () => {
    const status = /^HTTP\/1\.1 (\d{3})/.exec(Buffer.concat(chunks).toString('latin1'))?.[1]
    const tookMs = performance.now() - startedMs
    resolve({ request, tookMs, status: status === undefined ? undefined : Number(status) })
  })
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  socket.end(bytes.subarray(0, Math.floor(bytes.length / 2)))
  return promise
}
