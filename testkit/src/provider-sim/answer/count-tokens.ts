// The simulator's tokenizer: a token is as many whole characters as fit in four UTF-8 bytes, so plain ASCII costs its
// length / 4, rounded up. It resembles no real model's tokenizer; what matters is that a test can predict it.

/** The role and the delimiters of one chat message. */
const MESSAGE_TOKENS = 4

/** An image or other non-text part has a fixed cost, like a low-detail image. */
const MEDIA_PART_TOKENS = 85

const TOKEN_BYTES_MAX = 4

type PromptMessage = {
  content?: string | readonly { type: string; text?: string | undefined }[] | null | undefined
  tool_calls?: unknown
}

export type ChatPrompt = { messages: readonly PromptMessage[]; tools?: unknown }

export function countTokens(text: string): number {
  if (Buffer.byteLength(text) === text.length) return Math.ceil(text.length / TOKEN_BYTES_MAX)
  let tokens = 0
  for (let start = 0; start < text.length; start = tokenEnd(text, start)) tokens += 1
  return tokens
}

export function* splitTokens(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = tokenEnd(text, start)
    yield text.slice(start, end)
    start = end
  }
}

export function takeTokens(text: string, tokensMax: number): string {
  let end = 0
  for (let tokens = 0; tokens < tokensMax && end < text.length; tokens += 1) end = tokenEnd(text, end)
  return text.slice(0, end)
}

export function countChatPromptTokens({ messages, tools }: ChatPrompt): number {
  const messageTokens = messages.reduce((sum, message) => sum + countMessageTokens(message), 0)
  return messageTokens + countJsonTokens(tools)
}

function countMessageTokens({ content, tool_calls: toolCalls }: PromptMessage): number {
  return MESSAGE_TOKENS + countContentTokens(content) + countJsonTokens(toolCalls)
}

function countContentTokens(content: PromptMessage['content']): number {
  if (!content) return 0
  if (typeof content === 'string') return countTokens(content)
  return content.reduce(
    (sum, part) => sum + (part.text === undefined ? MEDIA_PART_TOKENS : countTokens(part.text)),
    0,
  )
}

function countJsonTokens(value: unknown): number {
  return value === undefined || value === null ? 0 : countTokens(JSON.stringify(value))
}

function tokenEnd(text: string, start: number): number {
  let end = start
  let bytes = 0
  while (end < text.length) {
    const codePoint = text.codePointAt(end) ?? 0
    bytes += utf8Bytes(codePoint)
    if (bytes > TOKEN_BYTES_MAX) break
    end += codePoint > 0xffff ? 2 : 1
  }
  return end
}

function utf8Bytes(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}
