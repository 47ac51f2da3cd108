import { type SchemaObject, UnsatisfiableSchema } from './json-schema.ts'
import type { SeededRandom } from './seeded-random.ts'

type Range = { from: number; to: number; isFromOpen: boolean; isToOpen: boolean }

/** Small and near zero where the schema allows it; an unbounded schema gives 0 to 100. */
export function numberInstance(
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
