const wordsMax = 4_096

/**
 * The words of the provider, which decide how it is asked next and are shown to nobody. Its message alone: the rest may
 * repeat the request, and with it the words of the document.
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
