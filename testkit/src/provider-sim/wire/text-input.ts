// A legacy prompt and the input of embeddings have the same four forms: a text, several texts, one text as token
// numbers, or several such.
import { z } from 'zod'
import { countTokens } from '../answer/count-tokens.ts'

const tokenNumbers = z.array(z.int().min(0)).min(1)

export const inputSchema = z.union([
  z.string(),
  tokenNumbers,
  z.array(z.string()).min(1),
  z.array(tokenNumbers).min(1),
])

export type TextInput = z.infer<typeof inputSchema>

/** Token numbers cannot be decoded here, so they are used as text themselves. */
export function inputTexts(input: TextInput): string[] {
  return inputItems(input).map((item) => (typeof item === 'string' ? item : `tokens ${item.join(' ')}`))
}

export function countInputTokens(input: TextInput): number {
  return inputItems(input).reduce(
    (sum, item) => sum + (typeof item === 'string' ? countTokens(item) : item.length),
    0,
  )
}

function inputItems(input: TextInput): (string | number[])[] {
  if (typeof input === 'string') return [input]
  return isTokenNumbers(input) ? [input] : input
}

function isTokenNumbers(input: Exclude<TextInput, string>): input is number[] {
  return typeof input[0] === 'number'
}
