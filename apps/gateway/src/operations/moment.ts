import { z } from 'zod'

const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: 'is no moment: write 2026-03-02 or 2026-03-02T12:00:00Z',
})

/** A moment as ISO 8601 writes it; a day alone is its beginning in UTC. Kept as text: a Date would cut it to milliseconds. */
export const momentText = moment.transform((text) => (text.includes('T') ? text : `${text}T00:00:00Z`))
