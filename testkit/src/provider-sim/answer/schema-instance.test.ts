import { expect, test } from 'vitest'
import { z } from 'zod'
import { schemaInstance, UnsatisfiableSchema } from './schema-instance.ts'
import { seededRandom } from './seeded-random.ts'

type Category = { name: string; parent: Category | null; children: Category[] }
const category: z.ZodType<Category> = z.lazy(() =>
  z.strictObject({ name: z.string(), parent: category.nullable(), children: z.array(category) }),
)

const SCHEMAS: Record<string, z.ZodType> = {
  strings: z.strictObject({
    short: z.string().max(3),
    long: z.string().min(200),
    exact: z.string().length(7),
  }),
  integers: z.strictObject({
    any: z.int(),
    positive: z.int().positive(),
    narrow: z.int().min(1_000).max(1_001),
    below: z.int().max(-500),
    step: z.int().multipleOf(7).min(20),
  }),
  numbers: z.strictObject({
    share: z.number().min(0).max(1),
    open: z.number().gt(0).lt(0.01),
    tenth: z.number().multipleOf(0.1),
    negative: z.number().lt(0),
  }),
  choices: z.strictObject({
    level: z.enum(['a', 'b']),
    fixed: z.literal('only'),
    either: z.union([z.string(), z.int(), z.strictObject({ deep: z.boolean() })]),
    nothing: z.null(),
  }),
  arrays: z.strictObject({
    atLeast: z.array(z.string()).min(4),
    atMost: z.array(z.int()).max(1),
    none: z.array(z.int()).max(0),
    exact: z.array(z.boolean()).length(3),
    pair: z.tuple([z.string(), z.int()]),
  }),
  formats: z.strictObject({
    day: z.iso.date(),
    time: z.iso.datetime(),
    mail: z.email(),
    link: z.url(),
    id: z.uuid(),
    country: z.string().regex(/^[A-Z]{2}$/),
  }),
  optional: z.strictObject({ given: z.string().optional(), open: z.record(z.string(), z.int()) }),
  recursive: category,
  composed: z.intersection(z.object({ left: z.string() }), z.object({ right: z.int() })),
}

test.each(Object.keys(SCHEMAS))(
  'a value generated for the schema "%s" satisfies it, whatever the seed',
  (name) => {
    const schema = SCHEMAS[name] ?? z.never()
    const jsonSchema = z.toJSONSchema(schema)
    for (let seed = 0; seed < 200; seed += 1) {
      const value = schemaInstance(jsonSchema, seededRandom(`${seed}`))
      expect({ value, error: schema.safeParse(value).error }).toEqual({ value, error: undefined })
    }
  },
)

test('a nullable type gives a value, and an integer stays an integer', () => {
  const random = seededRandom('x')
  for (let round = 0; round < 50; round += 1) {
    expect(schemaInstance({ type: ['integer', 'null'], minimum: 1, maximum: 3 }, random)).toBeOneOf([1, 2, 3])
  }
})

test('references are followed to $defs and to the root, escapes included', () => {
  const schema = {
    type: 'object',
    properties: { name: { $ref: '#/$defs/a~1b' }, self: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
    required: ['name', 'self'],
    $defs: { 'a/b': { const: 'found' } },
  }
  const value = schemaInstance(schema, seededRandom('x'))
  expect(value).toMatchObject({ name: 'found', self: { name: 'found' } })
  expect(JSON.stringify(value)).toMatch(/"self":null\}+$/)
})

test('allOf merges its parts, references included', () => {
  const schema = {
    allOf: [{ $ref: '#/$defs/named' }, { properties: { age: { const: 3 } }, required: ['age'] }],
    $defs: { named: { type: 'object', properties: { name: { const: 'n' } }, required: ['name'] } },
  }
  expect(schemaInstance(schema, seededRandom('x'))).toEqual({ name: 'n', age: 3 })
})

test.each([
  ['an infinite value', { $ref: '#' }],
  ['a dangling reference', { $ref: '#/$defs/none' }],
  ['a remote reference', { $ref: 'https://example.com/schema' }],
  ['a pattern no example matches', { type: 'string', pattern: '^qqq\\d{77}$' }],
  ['an empty range', { type: 'integer', minimum: 3, maximum: 2 }],
])('%s is rejected rather than answered wrongly', (_, schema) => {
  expect(() => schemaInstance(schema, seededRandom('x'))).toThrow(UnsatisfiableSchema)
})

test('an object with a line and a quote quotes one of the given lines', () => {
  const evidence = z.strictObject({ line: z.int(), quote: z.string(), other: z.string() })
  const schema = z.toJSONSchema(z.strictObject({ evidence }))
  const quotable = [{ line: 7, text: 'We hire two welders.' }]
  expect(schemaInstance(schema, seededRandom('quote'), quotable)).toMatchObject({
    evidence: { line: 7, quote: 'We hire two welders.' },
  })
})
