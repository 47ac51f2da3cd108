// The requests that the meeting server sends to the AI service.
import { z } from 'zod'

// Postgres cannot store NUL in text.
const storable = z.string().refine((text) => !text.includes('\0'), 'must not contain the character NUL')
export const roomName = storable.trim().min(1).max(200)
// ISO 8601 with a time zone: without one the time would be ambiguous.
const minutePrecision = -1
const zonedTime = z
  .union(
    [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: minutePrecision })],
    'must be an ISO 8601 time with a time zone, such as 2026-11-15T10:00:00Z',
  )
  .transform((text) => new Date(text))

export const roomEventSchema = z.object({
  event: z.enum(['room_created', 'room_destroyed']),
  room: roomName,
  timestamp: zonedTime,
})

export type RoomEvent = z.output<typeof roomEventSchema>

/**
 * Our own format, because the meeting server's interface does not define how transcripts are delivered. See
 * docs/decisions/0022-meetings.md.
 */
export const transcriptSchema = z.object({
  room: roomName,
  lines: z
    .array(
      z.object({
        timestamp: zonedTime,
        speaker: storable.trim().max(200).default(''),
        text: storable.trim().min(1).max(4_000),
      }),
    )
    .min(1)
    .max(2_000),
})

export type TranscriptPart = z.output<typeof transcriptSchema>
