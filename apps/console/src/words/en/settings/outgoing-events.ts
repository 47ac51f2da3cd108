import type { OutgoingEventsResult } from '../../../pages/settings/outgoing-events/outgoing-events.generated.ts'

type DeliveryStatus = OutgoingEventsResult['eventDeliveries']['nodes'][number]['status']

export const eventsTexts = {
  explorer: 'GraphQL explorer',
  title: 'Outgoing events',
  text: 'Your servers receive what happens in the company as signed requests, instead of polling.',
  add: 'Add an endpoint',
} as const

/** What events are about, in the order of the form. */
export const eventGroups = [
  {
    name: 'Balance and alerts',
    types: [
      'balance.low',
      'budget.reached',
      'alert.days_left',
      'alert.daily_spend',
      'alert.unusual_spend',
      'alert.failure_share',
      'alert.key_expiring',
    ],
  },
  { name: 'Keys', types: ['key.created', 'key.revoked'] },
  {
    name: 'Payments',
    types: [
      'invoice.created',
      'invoice.paid',
      'invoice.payment_failed',
      'top_up.completed',
      'top_up.failed',
      'top_up.stopped',
    ],
  },
  { name: 'Recruiting', types: ['document.parsed', 'document.refused', 'match.ready', 'meeting.insights'] },
] as const

export const firstEndpointTexts = {
  title: 'Receive events at your own server',
  steps: [
    { title: 'Run a receiver', text: 'It verifies the signature of each request and answers with 204.' },
    { title: 'Add its https address', text: 'The secret for the signature is shown once.' },
    { title: 'Send a test event', text: 'The delivery log shows what the receiver answered.' },
  ],
  receiver: 'a receiver in TypeScript',
} as const

export const endpointTexts = {
  title: 'Endpoints',
  enabled: 'Enabled',
  disabled: 'Disabled',
  failing: 'Failing',
  because: {
    FAILING: 'Disabled: it accepted nothing for days',
    GONE: 'Disabled: it answered 410',
  },
  allTypes: 'All event types',
  types: (count: number) => `${count} event ${count === 1 ? 'type' : 'types'}`,
  failingSince: 'Failing since',
  twoSecrets: 'The former secret is valid until',
  utc: 'UTC',
  test: 'Send a test',
  tested: 'Test event queued',
  testedText: 'Its delivery appears in the list below.',
  isEnabled: 'The endpoint is enabled',
  isDisabled: 'The endpoint is disabled',
  removed: 'The endpoint is removed',
  change: 'Change',
  rotate: 'Rotate the secret',
  enable: 'Enable',
  disable: 'Disable',
  remove: 'Remove',
  more: (url: string) => `More actions: ${url}`,
  labelOf: (action: string, url: string) => `${action}: ${url}`,
  addTitle: 'Add an endpoint',
  changeTitle: 'Change the endpoint',
  url: 'Address',
  urlHint: 'Begins with https:// and is reachable from the internet.',
  description: 'Description',
  descriptionHint: 'Optional, for your own lists.',
  kinds: 'Events',
  all: 'All, also future ones',
  some: 'Selected',
  choose: 'Select at least one event type, or all.',
  save: 'Save',
  create: 'Add the endpoint',
  cancel: 'Cancel',
  removeTitle: 'Remove the endpoint?',
  removeText: 'It receives no more events, and its delivery log is deleted.',
  removeConfirm: 'Remove the endpoint',
  keep: 'Keep it',
  rotateTitle: 'Rotate the secret?',
  rotateText:
    'For 24 hours every event is signed with the new and the former secret, so that the receiver can be changed in between.',
  rotateConfirm: 'Create a new secret',
} as const

export const endpointSecretTexts = {
  title: 'Signing secret',
  once: 'This secret is shown only now. Store it where the receiver reads it.',
  secret: 'secret',
  stored: 'I have stored the secret',
} as const

export const deliveryTexts = {
  title: 'Delivery log',
  kept: 'Events are kept for 30 days.',
  filters: 'Filters',
  endpoint: 'Endpoint',
  allEndpoints: 'All endpoints',
  status: 'Status',
  allStatuses: 'All statuses',
  statuses: { DELIVERED: 'Delivered', FAILED: 'Failed', PENDING: 'Pending' } satisfies Record<
    DeliveryStatus,
    string
  >,
  none: 'No deliveries',
  noneText: 'Each event appears here with every attempt and the answer of the receiver.',
  event: 'Event',
  created: 'Created',
  attempts: 'Attempts',
  answer: 'Last answer',
  next: 'Next attempt (UTC)',
  noAnswer: 'No answer',
  dialog: (type: string) => `Delivery of ${type}`,
  id: 'Event ID',
  to: 'Endpoint',
  took: (duration: string) => `UTC, in ${duration}`,
  notTried: 'Not attempted yet',
  data: 'data of the event',
  replay: 'Send it again',
  close: 'Close',
} as const
