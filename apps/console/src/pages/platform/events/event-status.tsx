import { Badge, type BadgeTone } from '../../../parts/text/badge.tsx'
import { eventStatusWords } from '../../../words/en/platform/events.ts'
import type { EventStatus } from './event-state.ts'

const tones: Record<EventStatus, BadgeTone> = {
  QUARANTINED: 'bad',
  PARKED: 'warn',
  RECEIVED: 'accent',
  PROCESSED: 'good',
  IGNORED: 'neutral',
}

export function EventStatusBadge({ status }: { status: EventStatus }) {
  return <Badge tone={tones[status]}>{eventStatusWords[status]}</Badge>
}
