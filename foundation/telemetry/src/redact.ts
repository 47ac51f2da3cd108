// Keeps secrets out of logs in two nets: fields are masked by their name, and whole lines are searched for the
// shapes of keys, tokens and addresses, because a secret also turns up inside messages and error texts.
export const mask = '[redacted]'

const secretNames =
  /^(authorization|proxy-authorization|cookie|set-cookie|password|passphrase|pepper|credential|credentials|signature|secret|token)$|(_|-)(secret|token|password|key-hash)$|[a-z](Secret|Token|Password)$|^(x-)?api[-_]?key$/i

const depthMax = 6

/** A copy of the fields in which every value under a telling name is masked. */
export function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  return redactValue(fields, 0) as Record<string, unknown>
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (depth >= depthMax) return '[too deep]'
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1))
  if (!isPlain(value)) return value
  const kept: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    kept[name] = secretNames.test(name) ? mask : redactValue(inner, depth + 1)
  }
  return kept
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const shapes: readonly (readonly [RegExp, string])[] = [
  [/\bsvc_(live|test)_[0-9A-Za-z]{8,}/g, `svc_$1_${mask}`],
  [/\b(?:sk|rk|pk)[-_](?:live|test|proj|ant)?[-_]?[0-9A-Za-z_-]{16,}/g, mask],
  [/\bwhsec_[0-9A-Za-z+/=]{8,}/g, mask],
  [/\bgh[pousr]_[0-9A-Za-z]{20,}/g, mask],
  [/\beyJ[0-9A-Za-z_-]{8,}\.[0-9A-Za-z_-]{8,}(?:\.[0-9A-Za-z_-]*)?/g, mask],
  [/\b(Bearer|Basic)\s+[0-9A-Za-z+/=._~-]{6,}/gi, `$1 ${mask}`],
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"\\]*:)[^\s@"/\\]+@/gi, `$1${mask}@`],
  [/[0-9A-Za-z._%+-]{1,64}@[0-9A-Za-z-]{1,63}(?:\.[0-9A-Za-z-]{1,63})+/g, '[email]'],
]

/** The text with everything that has the shape of a secret masked. */
export function redactText(text: string): string {
  let redacted = text
  for (const [shape, replacement] of shapes) redacted = redacted.replace(shape, replacement)
  return redacted
}
