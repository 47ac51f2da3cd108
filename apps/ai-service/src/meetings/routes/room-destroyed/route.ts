import { type Route, defineRoute } from '@gatehouse/http/define-route'
import { type RoomEventRouteDeps, roomEventDocs, takeRoomEvent } from '../../take-room-event.ts'

export function roomDestroyedRoute(deps: RoomEventRouteDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/api/events/room/destroyed',
    statuses: [202, 400, 401, 403, 413, 415, 503],
    docs: { summary: 'Tell that a room was destroyed, which ends its meeting', ...roomEventDocs },
    ...takeRoomEvent(deps, 'room_destroyed'),
  })
}
