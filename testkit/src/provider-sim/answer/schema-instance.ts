// Generates a JSON value that satisfies a JSON schema, for tool arguments and structured outputs. It covers what strict
// structured outputs allow; `not`, `if`, `uniqueItems` and `patternProperties` are ignored.
import type { SeededRandom } from './seeded-random.ts'

// Below this depth optional properties are omitted and the simplest alternative is chosen, so that recursive schemas
// terminate.
const DEPTH_FULL = 5
const DEPTH_MAX = 64

/** A numbered line of the prompt that an answer can quote. */
export type QuotableLine = { line: number; text: string }

/** An object with a `line` and a `quote` quotes one of the given lines, if there are any. */
export function schemaInstance(
  schema: unknown,
  random: SeededRandom,
  quotable: readonly QuotableLine[] = [],
): unknown {
  return buildValue({ root: schema, random, depth: 0, label: 'value', quotable }, schema)
}

type Place = {
  root: unknown
  random: SeededRandom
  depth: number
  label: string
  quotable: readonly QuotableLine[]
}

function buildValue(place: Place, schema: unknown): unknown {
  if (place.depth > DEPTH_MAX) throw new UnsatisfiableSchema('The schema has no finite value.')
  if (schema === false) throw new UnsatisfiableSchema(`Nothing is allowed at ${place.label}.`)
  if (!isSchemaObject(schema)) return `simulated ${place.label}`
  if (typeof schema['$ref'] === 'string') return buildValue(deeper(place), resolveRef(place, schema['$ref']))
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return place.random.pick<unknown>(schema['enum'])
  if (Array.isArray(schema['allOf'])) return buildValue(deeper(place), mergeAllOf(place, schema))
  const alternatives = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(alternatives)) return buildAlternative(place, alternatives)
  return buildTyped(place, schema)
}

function buildTyped(place: Place, schema: SchemaObject): unknown {
  switch (typeOf(schema)) {
    case 'object':
      return buildObject(place, schema)
    case 'array':
      return buildArray(place, schema)
    case 'integer':
      return numberInstance(schema, { random: place.random, isInteger: true })
    case 'number':
      return numberInstance(schema, { random: place.random, isInteger: false })
    case 'boolean':
      return place.random.pick([true, false])
    case 'null':
      return null
    default:
      return stringInstance(schema, place)
  }
}

function buildObject(place: Place, schema: SchemaObject): Record<string, unknown> {
  const properties = isSchemaObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : []
  const optional = place.depth < DEPTH_FULL ? Object.keys(properties) : []
  const value: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(properties), ...required])) {
    if (!required.includes(name) && !optional.includes(name)) continue
    value[name] = buildValue({ ...deeper(place), label: name }, properties[name])
  }
  if (place.quotable.length > 0 && 'line' in value && 'quote' in value) {
    const { line, text } = place.random.pick(place.quotable)
    return { ...value, line, quote: text }
  }
  return value
}

function buildArray(place: Place, schema: SchemaObject): unknown[] {
  const fixed = Array.isArray(schema['prefixItems']) ? (schema['prefixItems'] as unknown[]) : []
  const min = Math.max(fixed.length, numberOr(schema['minItems'], 0))
  const roomy = place.depth < DEPTH_FULL && schema['items'] !== false ? Math.max(min, 1) + 1 : min
  const max = Math.max(min, Math.min(roomy, numberOr(schema['maxItems'], Infinity)))
  const length = place.random.integer(Math.min(Math.max(min, 1), max), max)
  return Array.from({ length }, (_, index) =>
    buildValue(deeper(place), index < fixed.length ? fixed[index] : schema['items']),
  )
}

/** Prefers a value to null. From depth DEPTH_FULL on, prefers null, then a plain value, to end the recursion. */
function buildAlternative(place: Place, alternatives: readonly unknown[]): unknown {
  const nulls = alternatives.filter((schema) => isSchemaObject(schema) && schema['type'] === 'null')
  const values = alternatives.filter((schema) => !nulls.includes(schema))
  if (place.depth < DEPTH_FULL && values.length > 0) {
    return buildValue(deeper(place), place.random.pick(values))
  }
  const plain = values.filter((schema) => isSchemaObject(schema) && isPlain(schema))
  return buildValue(deeper(place), [...nulls, ...plain, ...values][0])
}

function isPlain(schema: SchemaObject): boolean {
  if ('const' in schema || 'enum' in schema) return true
  return ['string', 'number', 'integer', 'boolean'].includes(typeOf(schema)) && !('$ref' in schema)
}

function typeOf(schema: SchemaObject): string {
  const type = schema['type']
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return (type as string[]).find((name) => name !== 'null') ?? 'null'
  if ('properties' in schema || 'required' in schema) return 'object'
  if ('items' in schema || 'prefixItems' in schema) return 'array'
  if ('minimum' in schema || 'maximum' in schema) return 'number'
  return 'string'
}

function mergeAllOf(place: Place, schema: SchemaObject): SchemaObject {
  const { allOf, ...own } = schema
  const parts = [own, ...(allOf as unknown[]).map((part) => followRef(place, part))].filter(isSchemaObject)
  const properties = Object.assign({}, ...parts.map((part) => part['properties'])) as SchemaObject
  const required = parts.flatMap((part) => (part['required'] as string[] | undefined) ?? [])
  return { ...(Object.assign({}, ...parts) as SchemaObject), properties, required }
}

function followRef(place: Place, schema: unknown): unknown {
  const ref = isSchemaObject(schema) ? schema['$ref'] : undefined
  return typeof ref === 'string' ? resolveRef(place, ref) : schema
}

function resolveRef({ root }: Place, ref: string): unknown {
  if (!ref.startsWith('#'))
    throw new UnsatisfiableSchema(`Only local references can be followed, not ${ref}.`)
  const steps = ref.slice(1).split('/').slice(1)
  const target = steps.reduce<unknown>((node, step) => {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    return isSchemaObject(node) ? node[name] : undefined
  }, root)
  if (target === undefined) throw new UnsatisfiableSchema(`${ref} points to nothing.`)
  return target
}

function deeper(place: Place): Place {
  return { ...place, depth: place.depth + 1 }
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback
}

type SchemaObject = { readonly [keyword: string]: unknown }

export class UnsatisfiableSchema extends Error {}

function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Range = { from: number; to: number; isFromOpen: boolean; isToOpen: boolean }

/** Small and near zero where the schema allows it; an unbounded schema gives 0 to 100. */
function numberInstance(
  schema: SchemaObject,
  { random, isInteger }: { random: SeededRandom; isInteger: boolean },
): number {
  const range = rangeOf(schema)
  const step = numberAt(schema, 'multipleOf') ?? (isInteger ? 1 : undefined)
  if (step !== undefined) return pickMultiple(step, range, random)
  const hundredths = random.integer(range.isFromOpen ? 1 : 0, range.isToOpen ? 99 : 100)
  return withoutNoise(range.from + ((range.to - range.from) * hundredths) / 100)
}

function pickMultiple(step: number, range: Range, random: SeededRandom): number {
  const first = range.isFromOpen ? Math.floor(range.from / step) + 1 : Math.ceil(range.from / step)
  const last = range.isToOpen ? Math.ceil(range.to / step) - 1 : Math.floor(range.to / step)
  if (first > last) throw new UnsatisfiableSchema(`No multiple of ${step} is in the range.`)
  const value = random.integer(first, last) * step
  return Number.isInteger(step) ? value : withoutNoise(value)
}

function rangeOf(schema: SchemaObject): Range {
  const openFrom = numberAt(schema, 'exclusiveMinimum')
  const openTo = numberAt(schema, 'exclusiveMaximum')
  const lowest = Math.max(numberAt(schema, 'minimum') ?? -Infinity, openFrom ?? -Infinity)
  const highest = Math.min(numberAt(schema, 'maximum') ?? Infinity, openTo ?? Infinity)
  const from = startNearZero(lowest, highest)
  const to = Math.min(highest, from + 100)
  return { from, to, isFromOpen: from === openFrom, isToOpen: to === openTo }
}

function startNearZero(lowest: number, highest: number): number {
  if (lowest > 0) return lowest
  return highest <= 0 ? Math.max(lowest, highest - 100) : 0
}

/** Removes floating-point noise: 0.1 * 3 becomes 0.3. */
function withoutNoise(value: number): number {
  return Number(value.toPrecision(12))
}

function numberAt(schema: SchemaObject, keyword: string): number | undefined {
  const value = schema[keyword]
  return typeof value === 'number' ? value : undefined
}

const EXAMPLE_BY_FORMAT: Record<string, string> = {
  date: '2026-01-15',
  'date-time': '2026-01-15T09:30:00Z',
  time: '09:30:00Z',
  duration: 'PT1H',
  email: 'simulated@example.com',
  hostname: 'simulated.example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/simulated',
  uuid: '00000000-0000-4000-8000-000000000000',
}

// Texts that are tried for a schema with a `pattern`: no text is generated from the pattern; an example that matches it
// is used. They cover dates, codes and numbers.
const EXAMPLES = ['2026-01-15', '2026-01', '2026', '42', 'DE', 'EUR', 'en', 'a', 'A', '15-1252.00', '#336699']

/** Lengths are counted in characters, as in JSON schema; the text is ASCII. */
function stringInstance(
  schema: SchemaObject,
  { random, label }: { random: SeededRandom; label: string },
): string {
  if (typeof schema['pattern'] === 'string') return matching(schema['pattern'], schema['format'])
  const example = exampleOf(schema['format'])
  if (example !== undefined) return example
  const lengthMin = Number(schema['minLength'] ?? 0)
  const lengthMax = Number(schema['maxLength'] ?? Infinity)
  const text = `simulated ${label} ${random.integer(1, 999)}`
  return text.padEnd(lengthMin, '.').slice(0, lengthMax)
}

function matching(pattern: string, format: unknown): string {
  const regExp = compile(pattern)
  const examples = [exampleOf(format), ...EXAMPLES, ...Object.values(EXAMPLE_BY_FORMAT)]
  const match = examples.find((example) => example !== undefined && regExp.test(example))
  if (match === undefined) throw new UnsatisfiableSchema(`No known example matches the pattern ${pattern}.`)
  return match
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern)
  } catch {
    throw new UnsatisfiableSchema(`${pattern} is not a regular expression.`)
  }
}

function exampleOf(format: unknown): string | undefined {
  return typeof format === 'string' ? EXAMPLE_BY_FORMAT[format] : undefined
}
