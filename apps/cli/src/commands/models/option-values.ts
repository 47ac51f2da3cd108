// Reads the values of options. What is wrong is thrown as a sentence; `gatehouse models` adds the usage.
import { parseCredits } from '@gatehouse/credits/credit'

export function required(option: string, text: string | undefined): string {
  if (text === undefined || text.trim() === '') throw new TypeError(`${option} is missing`)
  return text
}

type Limits = { min: number; max?: number }

export function wholeNumber(
  option: string,
  text: string | undefined,
  { min, max = 2_147_483_647 }: Limits,
): number {
  const value = /^\d{1,10}$/.test(required(option, text)) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new TypeError(`${option} must be a whole number from ${min} up`)
}

export function wholeNumberIfGiven(
  option: string,
  text: string | undefined,
  limits: Limits,
): number | undefined {
  return text === undefined ? undefined : wholeNumber(option, text, limits)
}

/** Credits per million tokens, which are as many micro-credits per million tokens: nothing is rounded. */
export function priceMicros(option: string, text: string | undefined): bigint {
  const micros = parseCredits(required(option, text))
  if (micros !== undefined && micros >= 0n) return micros
  throw new TypeError(`${option} must be credits per million tokens with at most six places, such as 0.15`)
}
