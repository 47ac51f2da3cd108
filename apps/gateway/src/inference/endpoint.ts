import type { CallOperation } from '@gatehouse/calls/call'
import type { Scope } from '@gatehouse/keys/api-key'
import type { Capability } from '@gatehouse/models/alias'

/** What one inference route does, as data: the pipeline is the same for all. */
export type Endpoint = {
  /** Below our base address, and below every provider's where the call is passed on as it is. */
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
