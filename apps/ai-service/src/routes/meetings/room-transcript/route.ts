import { type Route, defineRoute } from '@gatehouse/http/define-route'
import { type TranscriptPart, transcriptSchema } from '@gatehouse/meetings/room-event'
import { z } from 'zod'
import { type Caller, forCallers } from '../../../internal/callers.ts'
import { readBody } from '../read-body.ts'

export type RoomTranscriptDeps = {
  callers: readonly Caller[]
  /** Returns the number of new lines. */
  record(part: TranscriptPart): Promise<number>
}

const bodyLimitBytes = 2 * 1_024 * 1_024

/** Receives a transcript in any number of parts. */
export function roomTranscriptRoute({ callers, record }: RoomTranscriptDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/events/room/transcript',
    statuses: [202, 400, 401, 403, 413, 415, 503],
    bodyLimitBytes,
    docs: {
      summary: 'Send a part of a transcript',
      description:
        'A transcript may be sent in any number of parts; a line belongs to the meeting during which it was spoken.',
      tag: 'Meetings',
      body: transcriptSchema,
      answer: z.strictObject({ accepted: z.literal(true), new_lines: z.int() }),
    },
    ...forCallers({ callers, right: 'rooms' }, async (request, reply) => {
      const part = readBody(transcriptSchema, request.body)
      const newLines = await record(part)
      request.context.addLogFields({ room: part.room, lines: part.lines.length, new_lines: newLines })
      return reply.code(202).send({ accepted: true, new_lines: newLines })
    }),
  })
}
