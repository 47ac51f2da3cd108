// What people are told about payments, in words. A notice is kept as data; this is how it reads in a mail.
import { fromMinorUnits } from '../money.ts'

export type NoticeKind = keyof typeof descriptions

export type Notice = {
  companyId: string
  /** What makes it the same notice when it is caused again. */
  key: string
  kind: NoticeKind
  details: Readonly<Record<string, unknown>>
}

type Described = {
  subject: string
  paragraphs: string[]
  /** The provider's page, where there is one for it; otherwise it is done in the console. */
  link: string | null
}

const descriptions = {
  'invoice.upcoming': ({ details }) => ({
    subject: 'Your plan is renewed soon',
    paragraphs: [
      `Your plan is renewed ${onDay(details['at'])}, for ${describeAmount(details)}.`,
      'If you do not want that, cancel it before; credits that you bought stay yours.',
    ],
  }),
  'invoice.finalization_failed': () => ({
    subject: 'An invoice could not be made',
    paragraphs: [
      'An invoice of yours could not be completed by the payment provider, so nothing was charged.',
      'Please look whether your address and tax details are complete.',
    ],
  }),
  'invoice.payment_failed': ({ details }) => ({
    subject: 'A payment has failed',
    paragraphs: [
      'We could not collect an invoice of yours.',
      details['next_attempt_at'] === null
        ? 'It is not tried again by itself: please pay it, or change the way you pay.'
        : `It is tried again ${onDay(details['next_attempt_at'])}; please see that it can be paid, or change the way you pay.`,
    ],
  }),
  'invoice.payment_action_required': () => ({
    subject: 'Please confirm a payment',
    paragraphs: ['Your bank asks you to confirm the payment of an invoice. Until then it is not paid.'],
  }),
  'subscription.trial_will_end': ({ details }) => ({
    subject: 'Your trial ends soon',
    paragraphs: [
      `Your trial ends ${onDay(details['trial_end'])}. From then on your plan is charged.`,
      'If you do not want that, cancel it before.',
    ],
  }),
  'subscription.payment_disputed': () => ({
    subject: 'Your plan has ended',
    paragraphs: [
      'Your plan has ended because its payment is disputed with your bank. What is left of its credits cannot be used until the dispute is decided.',
    ],
  }),
  'subscription.surplus': ({ details }) => ({
    subject: 'You have two plans',
    paragraphs: [
      'Your company has paid for a second plan while another one runs. You have the credits of both.',
      `The later one is not renewed and ends ${onDay(details['ends_at'])}. To keep it instead, cancel the earlier one and resume the later one.`,
    ],
  }),
  'payment.disputed': ({ details }) => ({
    subject: details['status'] === 'OPEN' ? 'A payment is disputed' : 'A dispute is over',
    paragraphs: [
      details['status'] === 'LOST'
        ? 'A payment of yours was returned by your bank, so the credits that it bought were taken back.'
        : details['status'] === 'WON'
          ? 'The dispute about a payment of yours is over, and the payment stands. Its credits can be used again.'
          : 'Your bank has told us that a payment of yours is disputed. Until this is decided, what is left of the credits that it bought cannot be used. If it is a mistake, please tell your bank.',
    ],
  }),
} as const satisfies Record<string, (notice: Pick<Notice, 'details'>) => Omit<Described, 'link'>>

export function describeNotice(notice: Notice): Described {
  const link = notice.details['pay_at']
  return { ...descriptions[notice.kind](notice), link: typeof link === 'string' ? link : null }
}

function onDay(moment: unknown): string {
  const time = moment instanceof Date ? moment : new Date(typeof moment === 'string' ? moment : Number.NaN)
  return Number.isNaN(time.getTime()) ? 'soon' : `on ${time.toISOString().slice(0, 10)}`
}

function describeAmount({ amount_due_minor: minor, currency }: Notice['details']): string {
  if (typeof minor !== 'string' || typeof currency !== 'string') return 'its usual price'
  return `${fromMinorUnits(BigInt(minor), currency)} ${currency.toUpperCase()}`
}
