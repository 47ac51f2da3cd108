// The tools that the conformance suite calls, as its descriptions of the scenarios define them.
import type { McpTool } from '@gatehouse/gateway/entry/mcp/tools'

type Result = Awaited<ReturnType<McpTool['run']>>
type InputSchema = McpTool['description']['inputSchema']

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='
const image = { type: 'image', data: pixel, mimeType: 'image/png' } as const

const results: Readonly<Record<string, Result['content']>> = {
  test_simple_text: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }],
  test_embedded_resource: [
    resource('test://embedded-resource', {
      mimeType: 'text/plain',
      text: 'This is an embedded resource content.',
    }),
  ],
  test_multiple_content_types: [
    { type: 'text', text: 'Multiple content types test:' },
    image,
    resource('test://mixed-content-resource', {
      mimeType: 'application/json',
      text: '{"test":"data","value":123}',
    }),
  ],
  // The server sends neither logs nor requests to its clients; the suite checks that none appear in these streams.
  test_logging_tool: [{ type: 'text', text: 'Nothing was logged.' }],
  test_streaming_elicitation: [{ type: 'text', text: 'Nothing was asked.' }],
}

function resource(uri: string, own: { mimeType: string; text: string }): Result['content'][number] {
  return { type: 'resource', resource: { uri, ...own } }
}

const noArguments: InputSchema = { type: 'object', properties: {}, additionalProperties: false }

function defineTool(name: string, run: McpTool['run'], inputSchema = noArguments): McpTool {
  return {
    description: { name, description: `Tool ${name} of the conformance suite`, inputSchema },
    scope: 'inference:chat',
    isBillable: false,
    run,
  }
}

export const suiteTools: readonly McpTool[] = [
  ...Object.entries(results).map(([name, content]) => defineTool(name, async () => ({ content }))),
  defineTool('test_error_handling', () => {
    throw new Error('This tool intentionally returns an error for testing')
  }),
  defineTool('test_tool_with_progress', async (_input, { onProgress }) => {
    for (const done of [0, 50, 100]) onProgress({ done, total: 100, message: `${done} of 100` })
    return { content: [{ type: 'text', text: 'All steps are done.' }] }
  }),
  defineTool('json_schema_2020_12_tool', async () => ({ content: [{ type: 'text', text: 'Valid.' }] }), {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // oxlint-disable-next-line no-thenable -- a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  }),
]
