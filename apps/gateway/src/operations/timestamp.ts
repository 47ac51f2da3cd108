import { z } from 'zod'

const error = 'is not a date or timestamp: write 2026-03-02 or 2026-03-02T12:00:00Z'
// Postgres accepts neither a year 0 nor an offset of more than 14 hours from UTC, and neither exists.
const impossible = /^0000-|[+-](?:1[5-9]|2\d):?\d\d$/

const timestamp = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error })
  .refine((text) => !impossible.test(text), { error })

/**
 * An ISO 8601 timestamp; a date alone means its start in UTC. Kept as text, because a Date would truncate it to
 * milliseconds.
 */
export const timestampText = timestamp.transform((text) => (text.includes('T') ? text : `${text}T00:00:00Z`))
