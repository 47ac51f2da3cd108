import { z } from 'zod'

const error = 'is no moment: write 2026-03-02 or 2026-03-02T12:00:00Z'
// There is no year 0, and nowhere is the clock more than 14 hours from UTC; Postgres takes neither.
const impossible = /^0000-|[+-](?:1[5-9]|2\d):?\d\d$/

const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error })
  .refine((text) => !impossible.test(text), { error })

/** A moment as ISO 8601 writes it; a day alone is its beginning in UTC. Kept as text: a Date would cut it to milliseconds. */
export const momentText = moment.transform((text) => (text.includes('T') ? text : `${text}T00:00:00Z`))
