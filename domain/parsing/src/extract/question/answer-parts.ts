// The parts of what a model is asked for. Every key is required and nothing else is allowed, as the strictest of the
// providers want it; what comes back is read more kindly: a key that is missing is taken for null or for an empty list.
import { z } from 'zod'
import { salaryPeriods } from '../parsed/parsed-parts.ts'

export const quote = z.string().nullable().default(null)
export const flag = z.boolean().nullable().default(null)
export const amount = z.number().nullable().default(null)

export function oneOf<const T extends readonly string[]>(words: T) {
  return z.enum(words).nullable().default(null)
}

export function listOf<T extends z.ZodType>(item: T) {
  return z.array(item).default([])
}

const line = z.int().describe('line number as shown in the left margin')

/** Where it stands: the first and the last line. */
export const pointer = { from: line, to: line }
export type Pointer = { from: number; to: number }

export const stretch = z.object(pointer)

export const place = z.object({
  text: z.string().describe('as written'),
  city: quote,
  region: quote,
})

export const salary = z
  .object({
    min: amount,
    max: amount,
    currency: quote.describe('ISO 4217'),
    period: oneOf(salaryPeriods),
    gross: flag,
    ...pointer,
  })
  .nullable()
  .default(null)

export const otherSections = listOf(z.object({ heading: z.string(), ...pointer })).describe(
  'Anything that fits nowhere above.',
)
