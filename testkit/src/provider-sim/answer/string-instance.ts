import { type SchemaObject, UnsatisfiableSchema } from './json-schema.ts'
import type { SeededRandom } from './seeded-random.ts'

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

// A pattern is matched against these examples instead of being inverted: they cover dates, codes and numbers.
const EXAMPLES = ['2026-01-15', '2026-01', '2026', '42', 'DE', 'EUR', 'en', 'a', 'A', '15-1252.00', '#336699']

/** Lengths are counted in characters, as in JSON schema; the text is ASCII. */
export function stringInstance(
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
