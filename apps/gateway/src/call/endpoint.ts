// What differs between the inference endpoints, as data, and when two calls ask for the same.
import { createHash } from 'node:crypto'
import type { CallOperation } from '@gatehouse/calls/call'
import type { Scope } from '@gatehouse/keys/api-key'
import type { Capability } from '@gatehouse/models/alias'

/** One inference endpoint as data: all endpoints share the same pipeline. */
export type Endpoint = {
  /**
   * Path below the gateway's base URL. A call that is forwarded unchanged uses the same path below the provider's base
   * URL.
   */
  path: string
  operation: CallOperation
  scope: Scope
  capabilities: readonly Capability[]
  canStream: boolean
}

export const chatEndpoint: Endpoint = {
  path: '/chat/completions',
  operation: 'chat',
  scope: 'inference:chat',
  capabilities: ['chat', 'extract'],
  canStream: true,
}

export const completionsEndpoint: Endpoint = {
  path: '/completions',
  operation: 'completions',
  scope: 'inference:chat',
  capabilities: ['chat', 'extract'],
  canStream: true,
}

export const embeddingsEndpoint: Endpoint = {
  path: '/embeddings',
  operation: 'embeddings',
  scope: 'inference:chat',
  capabilities: ['embed'],
  canStream: false,
}

export const parseCvEndpoint: Endpoint = {
  path: '/parse/cv',
  operation: 'parse_cv',
  scope: 'inference:parse',
  capabilities: ['extract'],
  canStream: false,
}

export const parseJdEndpoint: Endpoint = {
  path: '/parse/jd',
  operation: 'parse_jd',
  scope: 'inference:parse',
  capabilities: ['extract'],
  canStream: false,
}

/**
 * Equal for two calls that ask for the same; it is what an Idempotency-Key stands for. A large body has been hashed in
 * a worker thread.
 */
export type CallIdentity = Buffer | { hash: Buffer }

/** Hash of what a call asks for. The same body sent to another route is a different call. */
export function hashCall(path: string, body: Buffer): Buffer {
  return createHash('sha256').update(path).update('\n').update(body).digest()
}
