// One request of an attacker on its own connection. The attacker may hang up as soon as it has what it wants.
import { request } from 'node:http'
import type { AddedKey } from '@gatehouse/testkit/seed-gateway'
import { callHeaders } from '../../gateway/gateway-setup.ts'

export type AttackerRequest = {
  /** Base URL of the gateway, http://127.0.0.1:port. */
  url: string
  key: AddedKey
  /** Path below /llm/v1. */
  path: string
  body: Buffer | Record<string, unknown>
  headers?: Record<string, string>
  /** The client hangs up once it has read this text. */
  leaveAt?: string
}

export type AttackerAnswer = {
  /** 0 if the connection broke before the status line. */
  status: number
  bytes: number
  /** First and last part of the received text. */
  text: string
  hasLeft: boolean
  tookMs: number
}

const keptLength = 20_000

export function callAsAttacker(call: AttackerRequest): Promise<AttackerAnswer> {
  const body = Buffer.isBuffer(call.body) ? call.body : Buffer.from(JSON.stringify(call.body))
  const startedMs = performance.now()
  const { promise, resolve } = Promise.withResolvers<AttackerAnswer>()
  const answer: AttackerAnswer = { status: 0, bytes: 0, text: '', hasLeft: false, tookMs: 0 }
  const finish = () => resolve({ ...answer, tookMs: performance.now() - startedMs })
  const sent = request(`${call.url}/llm/v1${call.path}`, {
    method: 'POST',
    agent: false,
    headers: { ...callHeaders(call.key), 'content-length': body.length, ...call.headers },
  })
  sent.on('response', (response) => {
    answer.status = response.statusCode ?? 0
    response.on('data', (chunk: Buffer) => {
      answer.bytes += chunk.length
      answer.text = keepEnds(answer.text, chunk)
      if (call.leaveAt === undefined || !answer.text.includes(call.leaveAt)) return
      answer.hasLeft = true
      sent.destroy()
      finish()
    })
    response.on('error', finish)
    response.on('close', finish)
  })
  sent.on('error', finish)
  sent.end(body)
  return promise
}

function keepEnds(text: string, chunk: Buffer): string {
  const longer = text + chunk.subarray(Math.max(0, chunk.length - keptLength)).toString('latin1')
  return longer.length <= 2 * keptLength
    ? longer
    : `${longer.slice(0, keptLength)}${longer.slice(-keptLength)}`
}
