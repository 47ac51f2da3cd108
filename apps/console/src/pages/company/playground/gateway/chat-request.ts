// The part of the chat-completion wire format that the playground uses.
export const chatRoles = ['system', 'user', 'assistant'] as const

export type ChatRole = (typeof chatRoles)[number]

export type ChatMessage = { role: ChatRole; content: string }

export type ChatParameters = {
  temperature?: number
  max_tokens?: number
  response_format?: { type: 'json_object' }
}

export type ChatRequest = ChatParameters & { model: string; messages: readonly ChatMessage[] }

/** Where to send a request, and the key to send. */
export type Connection = { baseUrl: string; key: string; signal: AbortSignal }
