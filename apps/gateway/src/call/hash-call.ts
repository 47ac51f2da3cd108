import { createHash } from 'node:crypto'

/**
 * Equal for two calls that ask for the same; it is what an Idempotency-Key stands for. A large body has been hashed in
 * a worker thread.
 */
export type CallIdentity = Buffer | { hash: Buffer }

/** Hash of what a call asks for. The same body sent to another route is a different call. */
export function hashCall(path: string, body: Buffer): Buffer {
  return createHash('sha256').update(path).update('\n').update(body).digest()
}
