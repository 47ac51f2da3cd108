import type { OutgoingEventsResult } from '../outgoing-events.generated.ts'

export type Endpoint = OutgoingEventsResult['eventEndpoints'][number]
