import { type Route, defineRoute } from '@gatehouse/http/define-route'
import type { RecordedEvent } from '@gatehouse/meetings/record-room-event'
import { type RoomEvent, roomEventSchema } from '@gatehouse/meetings/room-event'
import { Fault } from '@gatehouse/runtime/fault'
import { z } from 'zod'
import { type Caller, forCallers } from '../../../internal/callers.ts'
import { readBody } from '../read-body.ts'

export type RoomEventDeps = {
  callers: readonly Caller[]
  record(event: RoomEvent, caller: string): Promise<RecordedEvent>
}

const bodyLimitBytes = 16 * 1_024

const routes = {
  room_created: { path: '/api/events/room/created', summary: 'Report that a room was created' },
  room_destroyed: {
    path: '/api/events/room/destroyed',
    summary: 'Report that a room was destroyed, which ends its meeting',
  },
} as const satisfies Record<RoomEvent['event'], { path: string; summary: string }>

/** The route of one kind of event. Responds once the event is durable; a repeated report is the same event. */
export function roomEventRoute({ callers, record }: RoomEventDeps, kind: RoomEvent['event']): Route {
  const { path, summary } = routes[kind]
  return defineRoute({
    method: 'POST',
    path,
    statuses: [202, 400, 401, 403, 413, 415, 503],
    bodyLimitBytes,
    docs: {
      summary,
      description: 'Idempotent: the same event in the same room at the same time is stored once.',
      tag: 'Meetings',
      body: roomEventSchema,
      answer: z.strictObject({ accepted: z.literal(true), event_id: z.uuid() }),
    },
    ...forCallers({ callers, right: 'rooms' }, async (request, reply, caller) => {
      const event = readBody(roomEventSchema, request.body)
      if (event.event !== kind) throw wrongEvent(event.event, kind)
      const { eventId, isNew, meeting } = await record(event, caller)
      request.context.addLogFields({ room: event.room, is_new: isNew, meeting_id: meeting?.id ?? null })
      return reply.code(202).send({ accepted: true, event_id: eventId })
    }),
  })
}

function wrongEvent(given: string, expected: string): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'meetings.event_wrong',
    publicMessage: `This route takes ${expected}, not ${given}. Send ${given} to its own route.`,
  })
}
