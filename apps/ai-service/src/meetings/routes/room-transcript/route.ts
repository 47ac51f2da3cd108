import { type Route, defineRoute } from '@gatehouse/http/define-route'
import { type TranscriptPart, transcriptSchema } from '@gatehouse/meetings/room-event'
import { z } from 'zod'
import type { Caller } from '../../../internal/callers.ts'
import { forCallers } from '../../../internal/for-callers.ts'
import { readBody } from '../../read-body.ts'

export type RoomTranscriptDeps = {
  callers: readonly Caller[]
  /** How many of the lines were new. */
  record(part: TranscriptPart): Promise<number>
}

const bodyLimitBytes = 2 * 1_024 * 1_024

/** What was said in a room, in as many parts as it comes. Not of the documents: they leave open how it reaches us. */
export function roomTranscriptRoute({ callers, record }: RoomTranscriptDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/events/room/transcript',
    statuses: [202, 400, 401, 403, 413, 415, 503],
    bodyLimitBytes,
    docs: {
      summary: 'Tell what was said in a room',
      description: 'In as many parts as it comes; a line belongs to the meeting that its time lies in.',
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
