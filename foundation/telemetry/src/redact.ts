// Keeps secrets out of logs in two ways: fields are masked by name, and whole lines are searched for the shapes of
// keys, tokens and addresses, because secrets also appear inside messages and error texts. Callers control what is in a
// line, so the work is bounded: strings are truncated, entries are counted, and no pattern scans the same run of
// characters twice.
import { describeError } from './describe-error.ts'

const mask = '[redacted]'
const quotedMask = JSON.stringify(mask)

// Matches parts of names, so that `webhookSecret` or `key_hash` need not be listed. Plural tokens are counts
// (`prompt_tokens`); a singular token is a credential.
const secretName =
  /secret|token(?!s)|passw|passphrase|signature|private|api.?key|access.?key|hash|jwt|credential|cookie|authorization|pepper/i

const depthMax = 6
const valuesMax = 1_000
const stringLengthMax = 8_192
// A long string is cut at a space within this many characters, because the first half of a secret would no longer match
// its pattern. Longer than any known secret.
const cutMarginMax = 512

type Budget = { valuesLeft: number }

/**
 * Writes the fields as members of a JSON object, without its braces. Every value whose name suggests a secret is masked.
 * A field that is undefined, or that `replaced` also has, is left out.
 */
export function writeFields(
  fields: Readonly<Record<string, unknown>>,
  replaced?: Readonly<Record<string, unknown>>,
): string {
  const budget = { valuesLeft: valuesMax }
  let members = ''
  let count = 0
  for (const name in fields) {
    if (!Object.hasOwn(fields, name) || (replaced && Object.hasOwn(replaced, name))) continue
    count += 1
    if (count > valuesMax) break
    const { first, next, isSecret } = describeName(name)
    const value = isSecret ? quotedMask : writeValue(fields[name], budget)
    if (value === undefined) continue
    members += members === '' ? first : next
    members += value
  }
  return members
}

/** Returns undefined for values that JSON cannot represent. Most values of a line are short strings and numbers. */
function writeValue(value: unknown, budget: Budget): string | undefined {
  if (typeof value === 'string') return JSON.stringify(cutText(value))
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (typeof value === 'bigint') return `"${value}"`
  return JSON.stringify(redactValue(value, 1, budget))
}

/** Truncates a string to the length that a log line may carry. */
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
    // A getter of the object threw; logging must not.
    return '[unreadable]'
  }
}

function redactObject(value: object, depth: number, budget: Budget): unknown {
  if (Array.isArray(value)) return redactItems(value, depth, budget)
  if (value instanceof Set) return redactItems([...value], depth, budget)
  if (value instanceof Map) return redactEntries([...value], depth, budget)
  // Bytes, such as a request body, do not belong in a log.
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (value instanceof Error) return redactEntries(Object.entries(describeError(value)), depth, budget)
  // For an object with `toJSON`, such as a Date, a URL or a Secret, what counts is the representation that
  // JSON.stringify would write.
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

/** A name as it begins a member: the first one of an object, or one after another. */
type FieldName = { first: string; next: string; isSecret: boolean }

// The same names recur in every line; the limit keeps callers that invent names from growing the cache.
const knownNames = new Map<string, FieldName>()
const knownNamesMax = 1_000

function describeName(name: string): FieldName {
  const known = knownNames.get(name)
  if (known) return known
  const first = `${JSON.stringify(name)}:`
  const described = { first, next: `,${first}`, isSecret: secretName.test(name) }
  if (knownNames.size < knownNamesMax && name.length <= 64) knownNames.set(name, described)
  return described
}

function isSecretName(name: string): boolean {
  return describeName(name).isSecret
}

type Shape = {
  pattern: RegExp
  replacement: string
  /**
   * A cheap precondition: `pattern` can match only if this matches. The preconditions of all shapes are tested in one
   * pass.
   */
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
    // A JSON Web Token. The lookbehind lets a match start only at the beginning of a run of characters; with \b it
    // could also start after every hyphen.
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
    // `password=x`, `password="x y"`, and the JSON form. In a log line, the quotes of the last two are escaped.
    pattern:
      /(passw(?:or)?d|passphrase|secret|token|api[-_]?key|access[-_]?key)(\s?=\s?|\\"\s?:\s?)(?:\\"[^"\\]*|'[^'"\\]*|[^\s"'\\&,;]+)/gi,
    replacement: `$1$2${mask}`,
    onlyWith: /=|\\"/,
  },
  // The password in a URL. The pattern starts at `://` rather than at the scheme, because a scheme looks like any other
  // word.
  { pattern: /(:\/\/[^\s:/@"\\]*:)[^\s@"/\\]+@/g, replacement: `$1${mask}@`, onlyWith: /:\/\// },
  {
    // An e-mail address. The last label must begin with a letter, so that `package@1.2.3`, which is common in stack
    // traces, does not match.
    pattern:
      /(?<![0-9A-Za-z._%+-])[0-9A-Za-z._%+-]+@[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*\.[A-Za-z][0-9A-Za-z-]+/g,
    replacement: '[email]',
    onlyWith: /@/,
  },
]

// Nearly every line contains no secret. Such a line is scanned once, instead of once per shape.
const anyShape = new RegExp(shapes.map(({ onlyWith }) => onlyWith.source).join('|'))

/** Masks everything in the text that has the shape of a secret. */
export function redactText(text: string): string {
  if (!anyShape.test(text)) return text
  let redacted = text
  for (const { pattern, replacement, onlyWith } of shapes) {
    if (onlyWith.test(redacted)) redacted = redacted.replace(pattern, replacement)
  }
  return redacted
}
