import type { EventStatus } from '../../../pages/platform/events/event-state.ts'

export const eventStatusWords: Record<EventStatus, string> = {
  QUARANTINED: 'Quarantined',
  PARKED: 'Waiting',
  RECEIVED: 'Received',
  PROCESSED: 'Applied',
  IGNORED: 'Ignored',
}

const noneOf = (what: string) => `No ${what} events`

export const eventsTexts = {
  title: 'Payment events',
  text: 'What the payment provider has reported. Quarantined events wait for a decision; the others are retried automatically.',
  show: 'Show',
  all: 'All',
  counted: (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} ${count.toLocaleString('en')}`,
  none: {
    QUARANTINED: 'No event needs a decision',
    PARKED: noneOf('waiting'),
    RECEIVED: noneOf('pending'),
    PROCESSED: noneOf('applied'),
    IGNORED: noneOf('ignored'),
    all: 'No events yet',
  } satisfies Record<EventStatus | 'all', string>,
  noneText: 'Events appear here when the provider sends them, or when they are fetched from its list.',
  received: 'Received (UTC)',
  type: 'Type',
  status: 'State',
  attempts: 'Attempts',
  why: 'Last error',
  waitsForThing: (what: string) => `Waits for ${what}`,
  sweep: 'Fetch missing events',
  swept: (seen: number, added: number) =>
    `${seen.toLocaleString('en')} compared, ${added.toLocaleString('en')} added`,
  event: 'Payment event',
  facts: 'Event',
  id: 'Event ID',
  object: 'Object',
  customer: 'Customer',
  stated: 'Stated by the provider (UTC)',
  source: 'Source',
  next: 'Next attempt (UTC)',
  waitsFor: 'Waits for',
  processed: 'Applied (UTC)',
  lastError: 'Last error',
  mode: 'Mode',
  live: 'Live',
  test: 'Test',
  payloadText:
    'The payload is not shown, because it contains personal data. The provider’s dashboard has it under the event ID.',
  wouldDo: 'What it would do now',
  did: 'What it did',
  notRun: 'The event is closed. A dry run shows what applying it again would do.',
  noEffects: 'No changes.',
  dryRun: 'Dry run',
  replay: 'Replay',
  replayText: 'Effects that were already applied are not repeated.',
  ignore: 'Ignore…',
  ignoreTitle: 'Ignore the event',
  ignoreText: 'The event will not be tried again. The reason is recorded in the audit log.',
  ignoreConfirm: 'Ignore the event',
  reason: 'Reason',
  reasonHint: 'Why it will never be applicable.',
  cancel: 'Cancel',
} as const

type OutcomeWords = { tone: 'info' | 'good' | 'warn' | 'bad'; title: string }

/** Outcomes of a dry run and of a replay; others are shown as they are. */
export const outcomeWords: Readonly<Record<string, OutcomeWords>> = {
  processed: { tone: 'good', title: 'It can be applied' },
  parked: { tone: 'warn', title: 'It has to wait' },
  skipped: { tone: 'info', title: 'It was applied already, or is being applied' },
  unhandled: { tone: 'info', title: 'Events of this type have no effect' },
  failed: { tone: 'bad', title: 'It failed' },
  quarantined: { tone: 'bad', title: 'It cannot be applied' },
}

/** The same after a replay. */
export const appliedTitle = 'It was applied'
