// Postgres stores neither the character NUL in text nor, in `jsonb`, half of a surrogate pair. JSON may contain both, for
// example where a name was cut in the middle of an emoji.

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Repairs every string and key of a value read from JSON: NUL is removed, half a pair becomes U+FFFD. */
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return repairText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(toStorable)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [repairText(key), toStorable(one)]))
}

function repairText(text: string): string {
  return isStorable(text) ? text : text.replaceAll('\0', '').toWellFormed()
}
