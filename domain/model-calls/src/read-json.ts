/**
 * JSON of a model, without what no database stores: a model can say \u0000, or half of a character. Undefined if it is none.
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
