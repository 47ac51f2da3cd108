// Parts of the schemas that a model must answer in. All keys are required and no others are allowed, as the strictest
// providers demand. Answers are read more leniently: a missing key counts as null or as an empty list.
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

/** The first and the last line of the quoted text. */
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
