import type { UnknownForm } from '../plan/fault-plan.ts'
import type { ChatRequest } from './chat-request.ts'
import { invalidRequest } from './wire-error.ts'

const paramOf: Readonly<Record<UnknownForm, string>> = {
  json_schema: 'response_format',
  json_object: 'response_format',
  tools: 'tools',
  temperature: 'temperature',
  max_tokens: 'max_tokens',
}

/**
 * Rejects with a 400 that names the unsupported feature, like providers that implement only part of the wire format.
 */
export function refuseUnknownForm(request: ChatRequest, unknown: readonly UnknownForm[]): void {
  const used = new Set([
    ...['tools', 'temperature', 'max_tokens'].filter((name) => name in request),
    request.response_format?.type,
  ])
  const form = unknown.find((name) => used.has(name))
  if (form === undefined) return
  const param = paramOf[form]
  throw invalidRequest(`This model does not support ${param}${param === form ? '' : ` ${form}`}.`, param)
}
