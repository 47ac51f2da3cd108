// Parsers of option values. Each throws a UsageError that names the option.
import { parseCredits } from '@gatehouse/credits/credit'
import { isUuid } from '@gatehouse/runtime/ids'
import { UsageError } from './command.ts'

export function required(option: string, text: string | undefined): string {
  if (text === undefined || text.trim() === '') throw new UsageError(`${option} is missing`)
  return text
}

/** The reason for a change, which is required because the audit log keeps it. */
export function readReason(text: string | undefined): string {
  if (text === undefined || text.trim() === '')
    throw new UsageError('--reason is missing: it is kept in the audit log')
  return text
}

export function readId(option: string, text: string | undefined): string {
  if (text === undefined) throw new UsageError(`${option} is missing`)
  if (!isUuid(text))
    // The text is not quoted: it may be an API key, given by mistake.
    throw new UsageError(`${option} must be an id, such as 0197a1de-0000-7000-8000-00000000d301`)
  return text.toLowerCase()
}

export function readList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

type Range = { min: number; max?: number }

export function readWholeNumber(
  option: string,
  text: string | undefined,
  { min, max = 2_147_483_647 }: Range,
): number {
  const value = /^\d{1,10}$/.test(required(option, text)) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new UsageError(`${option} must be a whole number from ${min} to ${max}`)
}

export function readWholeNumberIfGiven(
  option: string,
  text: string | undefined,
  range: Range,
): number | undefined {
  return text === undefined ? undefined : readWholeNumber(option, text, range)
}

export function readCreditMicros(option: string, text: string | undefined): bigint {
  const micros = parseCredits(required(option, text))
  if (micros !== undefined && micros >= 0n) return micros
  throw new UsageError(`${option} must be credits with at most six decimals, such as 250 or 0.5`)
}

/** Null for `never`. A date without a time means midnight UTC. */
export function readTime(option: string, text: string): Date | null {
  if (text === 'never') return null
  const time = new Date(text)
  // Date also accepts times without a zone, and turns the 31st of February into a day in March.
  const isTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?$/.test(text) && !Number.isNaN(time.getTime())
  if (!isTime || !text.startsWith(time.toISOString().slice(0, 10)))
    throw new UsageError(`${option} must be like 2027-01-31 or 2027-01-31T18:00Z, or never`)
  return time
}

/** A time with its zone, as precise as Postgres prints it: a moment of a restore is often copied from psql. */
export function readMoment(option: string, text: string | undefined): Date {
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d(?::?\d\d)?)$/.exec(
      required(option, text),
    ) ?? []
  const offset = zone?.length === 3 ? `${zone}:00` : zone
  const moment = new Date(`${day}T${time}${offset}`)
  if (Number.isNaN(moment.getTime()))
    throw new UsageError(`${option} must be a time with its zone, like 2027-01-31T18:00:00.123Z`)
  return moment
}

export function formatTime(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}
