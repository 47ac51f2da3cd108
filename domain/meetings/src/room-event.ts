// What the meeting server tells us, as the interface document has it.
import { z } from 'zod'

// Postgres stores no NUL.
const storable = z.string().refine((text) => !text.includes('\0'), 'must not contain the character NUL')
const roomName = storable.trim().min(1).max(200)
// ISO 8601 with its zone: without one it would be read as what was not meant.
const minutePrecision = -1
const zonedTime = z
  .union(
    [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: minutePrecision })],
    'must be a time in ISO 8601 with its zone, such as 2026-11-15T10:00:00Z',
  )
  .transform((text) => new Date(text))

export const roomEventSchema = z.object({
  event: z.enum(['room_created', 'room_destroyed']),
  room: roomName,
  timestamp: zonedTime,
})

export type RoomEvent = z.output<typeof roomEventSchema>

/** Ours: the document does not say how what was said reaches us. See decision 0022. */
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
