// Judges a request as a receiver must, from the documentation alone: its address, and its signature over the exact bytes.
import { createHmac } from 'node:crypto'

export type ReceivedRequest = {
  method: string | undefined
  /** Value of the header `host`. */
  host: string | undefined
  header(name: string): string | undefined
  bytes: Buffer
}

export type ExpectedSender = {
  host: string
  /** Secret of the endpoint, in the form `whsec_…`. */
  secret: string
  nowMs: number
}

// As the package `standardwebhooks`.
const toleranceMs = 5 * 60_000

/** What is wrong with the request; undefined if nothing is. */
export function findRequestFault(
  { method, host, header, bytes }: ReceivedRequest,
  expected: ExpectedSender,
): string | undefined {
  if (method !== 'POST') return `is a ${method}`
  if (host !== expected.host) return `was sent to ${host} instead of ${expected.host}`
  if (!header('content-type')?.startsWith('application/json')) return 'is not JSON'
  const [id = '', timestamp = ''] = [header('webhook-id'), header('webhook-timestamp')]
  if (id === '') return 'has no id'
  const behindMs = expected.nowMs - Number(timestamp) * 1_000
  if (!(Math.abs(behindMs) <= toleranceMs)) return `has a timestamp that is off by ${behindMs} ms`
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), bytes])
  const key = Buffer.from(expected.secret.replace('whsec_', ''), 'base64')
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  if (!header('webhook-signature')?.split(' ').includes(signature))
    return 'has no signature of its bytes with the secret of its endpoint'
  return undefined
}
