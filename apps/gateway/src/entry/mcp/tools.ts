// Operations as MCP tools: their description, their calls and the progress of a call. The checks of a call are those of REST,
// in the same order; a refusal is returned in the result, with the error envelope a REST caller would get.
import type { CallToolResult, Tool, Notification, ProgressToken } from '@modelcontextprotocol/server'
import type { TranslateFault } from '@gatehouse/http/fault-response'
import type { ServiceNames } from '@gatehouse/models/service-names'
import type { Scope } from '@gatehouse/keys/api-key'
import { toFault } from '@gatehouse/runtime/fault'
import { requireActiveCompany, requireScope } from '../../call/identify-caller.ts'
import type { Caller, Operation } from '../operations/operation.ts'
import type { LargeInput } from '../operations/large-input.ts'
import type { LargeAnswer } from './large-answer.ts'
import type { RecordRefusal } from '../routes/record-refusals.ts'
import { z } from 'zod'

/** A tool as the server registers it. */
export type McpTool = {
  description: Tool
  scope: Scope
  /** Whether calls require an account in good standing. */
  isBillable: boolean
  run(input: unknown, caller: ToolCaller): Promise<CallToolResult>
}

export type ToolCaller = Caller & {
  /** The input of the tool, if it is large. */
  largeInput: LargeInput | undefined
  largeAnswer: LargeAnswer
}

export type ToolCall = { tool: McpTool; input: unknown; caller: ToolCaller }

export type ToolDeps = {
  translateFault: TranslateFault
  names: ServiceNames
  recordRefusal: RecordRefusal
}

export async function callTool(deps: ToolDeps, { tool, input, caller }: ToolCall): Promise<CallToolResult> {
  try {
    requireScope(caller.key, tool.scope)
    if (tool.isBillable) requireActiveCompany(caller.key)
    return await tool.run(input, caller)
  } catch (thrown) {
    return describeFault(deps, thrown, caller)
  }
}

/** An operation as a tool. Its answer is returned as JSON, as text and as structured content. */
export function toTool({ names }: Pick<ToolDeps, 'names'>, operation: Operation): McpTool {
  return {
    description: describeTool(operation),
    scope: operation.scope,
    isBillable: operation.isBillable,
    async run(input, caller) {
      const { body, headers = {} } = await operation.run(input, caller)
      return {
        ...(Buffer.isBuffer(body) ? caller.largeAnswer.put(body) : toResult(body)),
        _meta: metadataOf(names, { ...headers, 'x-request-id': caller.id }),
      }
    },
  }
}

function toResult(
  body: Readonly<Record<string, unknown>>,
): Pick<CallToolResult, 'content' | 'structuredContent'> {
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: { ...body } }
}

function describeFault(
  { names, translateFault, recordRefusal }: ToolDeps,
  thrown: unknown,
  { id, key, context }: Caller,
): CallToolResult {
  const fault = toFault(thrown)
  if (fault.kind === 'internal') context.logger.error('tool call failed unexpectedly', { error: thrown })
  else if (fault.kind === 'unavailable')
    context.logger.warn('tool call could not be served', { error: thrown })
  const { status, headers, body } = translateFault(fault, id)
  context.addLogFields({ tool_status: status })
  recordRefusal(fault, { requestId: id, keyId: key.id, companyId: key.companyId })
  return {
    isError: true,
    content: [{ type: 'text', text: body }],
    _meta: { ...metadataOf(names, { ...headers, 'x-request-id': id }), [names.metadata('status')]: status },
  }
}

// These headers describe the call, so they are returned to tool callers as metadata; all others describe the HTTP
// message.
const common = /^(?:x-ratelimit-|x-request-id$|x-should-retry$|retry-after-ms$)/

function metadataOf(
  { prefix, metadata }: ServiceNames,
  headers: Readonly<Record<string, string | number>>,
): Record<string, string | number> {
  const own = `x-${prefix}-`
  const kept = Object.entries(headers).filter(([name]) => name.startsWith(own) || common.test(name))
  return Object.fromEntries(
    kept.map(([name, value]) => [
      metadata(name.startsWith(own) ? name.slice(own.length) : name.replace(/^x-/, '')),
      value,
    ]),
  )
}

function describeTool({ name, title, description, input, output, isBillable }: Operation): Tool {
  return {
    name,
    title,
    description,
    inputSchema: toSchema(input, 'input'),
    outputSchema: toSchema(output, 'output'),
    annotations: {
      title,
      // A charge is a side effect, and a model's output comes from outside the gateway.
      readOnlyHint: !isBillable,
      destructiveHint: false,
      idempotentHint: !isBillable,
      openWorldHint: isBillable,
    },
  }
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Tool['inputSchema'] {
  return { ...z.toJSONSchema(schema, { io }), type: 'object' } as Tool['inputSchema']
}

export type ProgressLink = {
  /** Undefined if the client did not request progress. */
  progressToken: ProgressToken | undefined
  notify(notification: Notification): Promise<void>
}

/**
 * Reports the progress of a call to its client. The protocol requires each number to be greater than the previous one.
 */
export function createReportProgress({ progressToken, notify }: ProgressLink): Caller['onProgress'] {
  let lastReported = -1
  return ({ done, total, message }) => {
    if (progressToken === undefined || done <= lastReported) return
    lastReported = done
    const params = { progressToken, progress: done, total, message }
    // Fails if the client has disconnected.
    notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
