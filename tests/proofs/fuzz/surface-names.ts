/** Each is `surfaces/<name>.ts`, with its inputs in `corpus/<name>.jsonl`. */
export const surfaceNames = [
  'request-json',
  'sse-frames',
  'access-token',
  'webhook-signature',
  'upload-form',
  'graphql-documents',
  'docx',
  'pdf-text',
  'mcp-messages',
] as const
