// What both routes for events of rooms do: they differ in the event that they take.
import type { RecordedEvent } from '@gatehouse/meetings/record-room-event'
import { type RoomEvent, roomEventSchema } from '@gatehouse/meetings/room-event'
import { Fault } from '@gatehouse/runtime/fault'
import { z } from 'zod'
import type { Caller } from '../internal/callers.ts'
import { forCallers } from '../internal/for-callers.ts'
import { readBody } from './read-body.ts'

export type RoomEventRouteDeps = {
  callers: readonly Caller[]
  record(event: RoomEvent, caller: string): Promise<RecordedEvent>
}

const bodyLimitBytes = 16 * 1_024

/** Accepted when it is durable, and then only once: told again, it is the same event. */
export function takeRoomEvent({ callers, record }: RoomEventRouteDeps, takes: RoomEvent['event']) {
  return {
    bodyLimitBytes,
    ...forCallers({ callers, right: 'rooms' }, async (request, reply, caller) => {
      const event = readBody(roomEventSchema, request.body)
      if (event.event !== takes) throw wrongEvent(event.event, takes)
      const { eventId, isNew, meetingId } = await record(event, caller)
      request.context.addLogFields({ room: event.room, is_new: isNew, meeting_id: meetingId ?? null })
      return reply.code(202).send({ accepted: true, event_id: eventId })
    }),
  }
}

export const roomEventDocs = {
  description: 'Told again, the same event in the same room at the same time is the same event.',
  tag: 'Meetings',
  body: roomEventSchema,
  answer: z.strictObject({ accepted: z.literal(true), event_id: z.uuid() }),
}

function wrongEvent(given: string, takes: string): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'meetings.event_wrong',
    publicMessage: `This route takes ${takes}, not ${given}. Send it to the other one.`,
  })
}
