// What the meeting server tells us, as the interface document has it.
import { z } from 'zod'

const roomName = z.string().trim().min(1).max(200)
// ISO 8601 in UTC: a time of another zone would be read as what was not meant.
const utcTime = z.iso.datetime({ offset: false }).transform((text) => new Date(text))

export const roomEventSchema = z.object({
  event: z.enum(['room_created', 'room_destroyed']),
  room: roomName,
  timestamp: utcTime,
})

export type RoomEvent = z.output<typeof roomEventSchema>

/** Ours: the document does not say how what was said reaches us. See decision 0022. */
export const transcriptSchema = z.object({
  room: roomName,
  lines: z
    .array(
      z.object({
        timestamp: utcTime,
        speaker: z.string().trim().max(200).default(''),
        text: z.string().trim().min(1).max(4_000),
      }),
    )
    .min(1)
    .max(2_000),
})

export type TranscriptPart = z.output<typeof transcriptSchema>
