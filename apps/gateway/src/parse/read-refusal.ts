const wordsMax = 4_096

/**
 * Extracts the provider's error message, which determines how the next request is composed and is never shown. Only the
 * message: the rest may repeat the request, and with it the document's text.
 */
export function readRefusal(body: Buffer): string {
  const text = body.toString()
  try {
    return messageIn(JSON.parse(text)).slice(0, wordsMax)
  } catch {
    return text.slice(0, wordsMax)
  }
}

function messageIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  const { error, message } = value as { error?: unknown; message?: unknown }
  return messageIn(error ?? message)
}
