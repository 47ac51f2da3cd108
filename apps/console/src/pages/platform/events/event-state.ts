import type { ProviderEventsResult } from './events.generated.ts'

export type EventStatus = ProviderEventsResult['providerEvents'][number]['status']
