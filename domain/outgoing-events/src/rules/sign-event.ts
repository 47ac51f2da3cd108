// Signs an event in the Standard Webhooks format (https://www.standardwebhooks.com). A receiver verifies the signature
// with the published package `standardwebhooks`, or with any other implementation.
import { createHmac } from 'node:crypto'

export const secretPrefix = 'whsec_'
const secretBytes = 32

export type SignedHeaders = {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

export type EventToSign = {
  /** The same in every attempt, so that a receiver can discard repeats. */
  id: string
  /** Time of the attempt. Receivers discard messages that are too old, so that a recorded one cannot be sent again. */
  sentAtMs: number
  body: string
}

/** One signature per secret: during a rotation a receiver may know either. */
export function signEvent({ id, sentAtMs, body }: EventToSign, secrets: readonly string[]): SignedHeaders {
  const timestamp = String(Math.floor(sentAtMs / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/** `fillRandom` is `randomFillSync` of node:crypto. */
export function mintEventSecret(fillRandom: (bytes: Uint8Array) => unknown): string {
  const bytes = Buffer.alloc(secretBytes)
  fillRandom(bytes)
  return `${secretPrefix}${bytes.toString('base64')}`
}
