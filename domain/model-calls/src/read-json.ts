/**
 * Parses JSON that a model wrote and removes what Postgres cannot store: a model may emit \u0000 or a lone surrogate.
 * Returns undefined if the text is not JSON.
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) => (typeof value === 'string' ? toStorable(value) : value))
  } catch {
    return undefined
  }
}

function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
