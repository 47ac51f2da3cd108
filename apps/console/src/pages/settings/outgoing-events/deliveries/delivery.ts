import type { BadgeTone } from '../../../../parts/text/badge.tsx'
import { deliveryTexts as texts } from '../../../../words/en/settings/outgoing-events.ts'
import type { OutgoingEventsResult } from '../outgoing-events.generated.ts'

export type Delivery = OutgoingEventsResult['eventDeliveries']['nodes'][number]

type Attempt = Delivery['attempts'][number]

export const deliveryTones: Record<Delivery['status'], BadgeTone> = {
  DELIVERED: 'good',
  FAILED: 'bad',
  PENDING: 'accent',
}

export function lastOf(attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt)).at(-1)
}

/** What the receiver answered, or why nothing came. */
export function answerOf(attempt: Attempt | undefined): string {
  if (!attempt) return ''
  return [attempt.statusCode, attempt.error].filter((part) => part !== null).join(' · ') || texts.noAnswer
}
