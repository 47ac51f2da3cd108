// Runs an operation for a caller of a tool. The checks are those of the REST face, in their order; what is refused is told in
// the result, with the envelope that a REST caller would get.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { toFault } from '@gatehouse/runtime/fault'
import { toErrorEnvelope } from '../error-envelope.ts'
import { demandScope } from '../inference/admission/identify-caller.ts'
import type { Caller, Operation } from '../operations/operation.ts'

export async function callTool(
  operation: Operation,
  input: unknown,
  caller: Caller,
): Promise<CallToolResult> {
  try {
    demandScope(caller.key, operation.scope)
    const { body, headers = {} } = await operation.run(input, caller)
    return {
      content: [{ type: 'text', text: JSON.stringify(body) }],
      structuredContent: { ...body },
      _meta: metadataOf({ ...headers, 'x-request-id': caller.id }),
    }
  } catch (thrown) {
    return tellFault(thrown, caller)
  }
}

function tellFault(thrown: unknown, { id, context }: Caller): CallToolResult {
  const fault = toFault(thrown)
  if (fault.kind === 'internal') context.logger.error('a tool failed unexpectedly', { error: thrown })
  else if (fault.kind === 'unavailable') context.logger.warn('a tool could not be served', { error: thrown })
  const { status, headers, body } = toErrorEnvelope(fault, id)
  context.note({ tool_status: status })
  return {
    isError: true,
    content: [{ type: 'text', text: body }],
    _meta: { ...metadataOf({ ...headers, 'x-request-id': id }), 'svc/status': status },
  }
}

// What these say of a call, a caller of a tool wants to know as well; all others are about HTTP.
const told = /^(?:x-svc-|x-ratelimit-|x-request-id$|x-should-retry$|retry-after-ms$)/

function metadataOf(headers: Readonly<Record<string, string | number>>): Record<string, string | number> {
  const kept = Object.entries(headers).filter(([name]) => told.test(name))
  return Object.fromEntries(kept.map(([name, value]) => [`svc/${name.replace(/^x-(?:svc-)?/, '')}`, value]))
}
