// Keeps secrets out of logs in two nets: fields are masked by their name, and whole lines are searched for the
// shapes of keys, tokens and addresses, because a secret also turns up inside messages and error texts. Callers
// decide what is in a line, so the work is bounded: strings are cut, entries are counted, and no pattern looks
// twice at the same run of characters.
import { describeError } from './describe-error.ts'

const mask = '[redacted]'

// Parts, so that nobody has to remember to list `webhookSecret` or `key_hash`. Tokens in the plural are counted
// (`prompt_tokens`), a token in the singular is presented.
const secretName =
  /secret|token(?!s)|passw|passphrase|signature|private|api.?key|access.?key|hash|jwt|credential|cookie|authorization|pepper/i

const depthMax = 6
const valuesMax = 1_000
const stringLengthMax = 8_192
// Longer than any secret we know: half of one, left at the cut, would no longer have the shape of a secret.
const cutMarginMax = 512

type Budget = { valuesLeft: number }

/** A copy of the fields in which every value under a telling name is masked. */
export function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  return redactObjectFields(fields, 0, { valuesLeft: valuesMax })
}

/** A string of the length that a log line may carry. */
export function cutText(text: string): string {
  if (text.length <= stringLengthMax) return text
  const shortest = stringLengthMax - cutMarginMax
  const end = Math.max(shortest, text.lastIndexOf(' ', stringLengthMax))
  return `${text.slice(0, end)} [${text.length - end} more characters]`
}

function redactValue(value: unknown, depth: number, budget: Budget): unknown {
  if (typeof value === 'string') return cutText(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (depth >= depthMax) return '[too deep]'
  budget.valuesLeft -= 1
  if (budget.valuesLeft < 0) return '[too much]'
  try {
    return redactObject(value, depth, budget)
  } catch {
    // A getter of somebody's object threw; a log line must not.
    return '[unreadable]'
  }
}

function redactObject(value: object, depth: number, budget: Budget): unknown {
  if (Array.isArray(value)) return redactItems(value, depth, budget)
  if (value instanceof Set) return redactItems([...value], depth, budget)
  if (value instanceof Map) return redactEntries([...value], depth, budget)
  // The bytes of a body are nobody's business here.
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (value instanceof Error) return redactEntries(Object.entries(describeError(value)), depth, budget)
  // What an object says of itself, such as a Date, a URL or a Secret, is what would be written.
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return redactValue((value.toJSON as () => unknown)(), depth + 1, budget)
  }
  return redactObjectFields(value as Record<string, unknown>, depth, budget)
}

function redactItems(items: readonly unknown[], depth: number, budget: Budget): unknown[] {
  return items.slice(0, valuesMax).map((item) => redactValue(item, depth + 1, budget))
}

function redactObjectFields(
  fields: Readonly<Record<string, unknown>>,
  depth: number,
  budget: Budget,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  let count = 0
  for (const name in fields) {
    if (!Object.hasOwn(fields, name)) continue
    count += 1
    if (count > valuesMax) break
    kept[name] = isSecretName(name) ? mask : redactValue(fields[name], depth + 1, budget)
  }
  return kept
}

function redactEntries(
  entries: readonly (readonly [unknown, unknown])[],
  depth: number,
  budget: Budget,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [key, inner] of entries.slice(0, valuesMax)) {
    const name = String(key)
    kept[name] = isSecretName(name) ? mask : redactValue(inner, depth + 1, budget)
  }
  return kept
}

// The same names come with every line; a caller who invents some must not make this grow.
const knownNames = new Map<string, boolean>()
const knownNamesMax = 1_000

function isSecretName(name: string): boolean {
  const known = knownNames.get(name)
  if (known !== undefined) return known
  const isSecret = secretName.test(name)
  if (knownNames.size < knownNamesMax && name.length <= 64) knownNames.set(name, isSecret)
  return isSecret
}

type Shape = {
  pattern: RegExp
  replacement: string
  /** Where this is not, the pattern cannot be; it is found out quickly, and of all shapes at once. */
  onlyWith: RegExp
}

const shapes: readonly Shape[] = [
  { pattern: /\bsvc_(live|test)_[0-9A-Za-z]{8,}/g, replacement: `svc_$1_${mask}`, onlyWith: /svc_/ },
  {
    pattern: /\b(?:sk|rk|pk)[-_](?:live|test|proj|ant)?[-_]?[0-9A-Za-z_-]{16,}/g,
    replacement: mask,
    onlyWith: /[srp]k[-_]/,
  },
  { pattern: /\bwhsec_[0-9A-Za-z+/=]{8,}/g, replacement: mask, onlyWith: /whsec_/ },
  { pattern: /\bgh[pousr]_[0-9A-Za-z]{20,}/g, replacement: mask, onlyWith: /gh[pousr]_/ },
  {
    // The look behind gives each run of characters one beginning; with \b every hyphen would begin another.
    pattern: /(?<![0-9A-Za-z_-])eyJ[0-9A-Za-z_-]{8,}\.[0-9A-Za-z_-]{8,}(?:\.[0-9A-Za-z_-]*)?/g,
    replacement: mask,
    onlyWith: /eyJ/,
  },
  { pattern: /\$argon2(?:id|i|d)\$[0-9A-Za-z+/=,$._-]+/g, replacement: mask, onlyWith: /\$argon2/ },
  {
    pattern: /\b(Bearer|Basic)\s+[0-9A-Za-z+/=._~-]{6,}/gi,
    replacement: `$1 ${mask}`,
    onlyWith: /[Bb][Ee][Aa][Rr][Ee][Rr]\s|[Bb][Aa][Ss][Ii][Cc]\s/,
  },
  {
    // `password=x`, also as `password="x y"` and as JSON, both of which stand in a line with their quotes escaped.
    pattern:
      /(passw(?:or)?d|passphrase|secret|token|api[-_]?key|access[-_]?key)(\s?=\s?|\\"\s?:\s?)(?:\\"[^"\\]*|'[^'"\\]*|[^\s"'\\&,;]+)/gi,
    replacement: `$1$2${mask}`,
    onlyWith: /=|\\"/,
  },
  // From the `://` on, because schemes look like any other word.
  { pattern: /(:\/\/[^\s:/@"\\]*:)[^\s@"/\\]+@/g, replacement: `$1${mask}@`, onlyWith: /:\/\// },
  {
    // The last part begins with a letter, unlike that of `package@1.2.3`, of which stack traces are full.
    pattern:
      /(?<![0-9A-Za-z._%+-])[0-9A-Za-z._%+-]+@[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*\.[A-Za-z][0-9A-Za-z-]+/g,
    replacement: '[email]',
    onlyWith: /@/,
  },
]

// Nearly every line has nothing to hide, and is looked through once instead of ten times.
const anyShape = new RegExp(shapes.map(({ onlyWith }) => onlyWith.source).join('|'))

/** The text with everything that has the shape of a secret masked. */
export function redactText(text: string): string {
  if (!anyShape.test(text)) return text
  let redacted = text
  for (const { pattern, replacement, onlyWith } of shapes) {
    if (onlyWith.test(redacted)) redacted = redacted.replace(pattern, replacement)
  }
  return redacted
}
