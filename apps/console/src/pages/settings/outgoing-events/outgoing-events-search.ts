export type EventsSearch = { endpoint?: string; status?: 'DELIVERED' | 'FAILED' | 'PENDING' }

export const deliveryStatuses = ['DELIVERED', 'FAILED', 'PENDING'] as const

export function readEventsSearch(raw: Readonly<Record<string, unknown>>): EventsSearch {
  const { endpoint } = raw
  const status = deliveryStatuses.find((value) => value === raw['status'])
  return {
    ...(typeof endpoint === 'string' ? { endpoint } : {}),
    ...(status === undefined ? {} : { status }),
  }
}
