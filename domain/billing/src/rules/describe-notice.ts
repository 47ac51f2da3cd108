// The text of payment notices. A notice is stored as data; this renders it for a mail.
import { fromMinorUnits } from './money.ts'

export type NoticeKind = keyof typeof descriptions

export type Notice = {
  companyId: string
  /** Identifies the notice, so that the same cause writes it only once. */
  key: string
  kind: NoticeKind
  details: Readonly<Record<string, unknown>>
}

type Described = {
  subject: string
  paragraphs: string[]
  /** The provider's page that the notice refers to, if there is one; otherwise the mail links to the console. */
  link: string | null
}

const descriptions = {
  'invoice.upcoming': ({ details }) => ({
    subject: 'Your plan will renew soon',
    paragraphs: [
      `Your plan renews ${onDay(details['at'])} for ${describeAmount(details)}.`,
      'If you do not want this, cancel it before then; you keep the credits that you bought.',
    ],
  }),
  'invoice.finalization_failed': () => ({
    subject: 'An invoice could not be created',
    paragraphs: [
      'The payment provider could not complete one of your invoices, so nothing was charged.',
      'Please check that your address and tax details are complete.',
    ],
  }),
  'invoice.payment_failed': ({ details }) => ({
    subject: 'A payment has failed',
    paragraphs: [
      'We could not collect the payment for one of your invoices.',
      details['next_attempt_at'] === null
        ? 'We will not try again automatically. Please pay the invoice or change your payment method.'
        : `We will try again ${onDay(details['next_attempt_at'])}. Please make sure that it can be paid, or change your payment method.`,
    ],
  }),
  'invoice.payment_action_required': () => ({
    subject: 'Please confirm a payment',
    paragraphs: ['Your bank asks you to confirm the payment of an invoice. Until then it is not paid.'],
  }),
  'subscription.trial_will_end': ({ details }) => ({
    subject: 'Your trial ends soon',
    paragraphs: [
      `Your trial ends ${onDay(details['trial_end'])}. Your plan is charged from then on.`,
      'If you do not want this, cancel it before then.',
    ],
  }),
  'subscription.payment_disputed': () => ({
    subject: 'Your plan has ended',
    paragraphs: [
      'Your plan has ended because its payment is disputed with your bank. Its remaining credits cannot be used until the dispute is decided.',
    ],
  }),
  'subscription.surplus': ({ details }) => ({
    subject: 'You have two plans',
    paragraphs: [
      'Your company has paid for a second plan while another one is active. You have the credits of both.',
      `The later one will not be renewed and ends ${onDay(details['ends_at'])}. To keep it instead, cancel the earlier one and resume the later one.`,
    ],
  }),
  'payment.disputed': ({ details }) => ({
    subject: details['status'] === 'OPEN' ? 'A payment is disputed' : 'A dispute is over',
    paragraphs: [
      details['status'] === 'LOST'
        ? 'Your bank returned one of your payments, so the credits that it bought were taken back.'
        : details['status'] === 'WON'
          ? 'The dispute about one of your payments is over, and the payment stands. Its credits can be used again.'
          : 'Your bank has informed us that one of your payments is disputed. Until the dispute is decided, the remaining credits that it bought cannot be used. If it is a mistake, please contact your bank.',
    ],
  }),
  'top_up.failed': ({ details }) => ({
    subject: 'The automatic top-up has stopped',
    paragraphs: [
      `A pack of credits could not be paid with your saved card: ${typeof details['reason'] === 'string' ? details['reason'] : 'the payment was not completed'}`,
      'No credits were added, and nothing was charged. No further top-up is tried until an admin turns it on again. Check the card, and buy credits if the balance is low.',
    ],
  }),
  'top_up.stopped': ({ details }) => ({
    subject: 'The automatic top-up has stopped',
    paragraphs: [
      `The automatic top-up of your company has stopped: ${typeof details['reason'] === 'string' ? details['reason'] : 'it could not continue'}.`,
      'No credits are bought automatically until an admin turns it on again. Buy credits if the balance is low.',
    ],
  }),
  'top_up.maximum_reached': () => ({
    subject: 'The automatic top-up has reached its monthly maximum',
    paragraphs: [
      'The balance of your company is low, and another pack would exceed the monthly maximum of your automatic top-up, so it was not bought.',
      'Buy credits, or raise the maximum. Otherwise the next pack can be bought automatically next month.',
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
