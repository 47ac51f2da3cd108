import type { BillingResult } from '../../../pages/settings/billing/billing.generated.ts'

type InvoiceStatus = BillingResult['invoices']['nodes'][number]['status']
type PurchaseStatus = BillingResult['purchases']['nodes'][number]['status']
type SubscriptionStatus = NonNullable<BillingResult['subscription']>['status']
type TransactionType = BillingResult['creditLots'][number]['transactionType']
type PlanInterval = BillingResult['plans'][number]['interval']

export const transactionWords: Record<TransactionType, string> = {
  ADJUSTMENT: 'Adjustment',
  EXPIRY: 'Expiry',
  PACK_PURCHASE: 'Credit pack',
  PROMO: 'Promotion',
  REFUND: 'Refund',
  SUBSCRIPTION_GRANT: 'Plan',
  USAGE: 'Usage',
}

export const billingTexts = {
  title: 'Billing',
  ledger: 'Ledger',
  portal: 'Cards and addresses',
  balance: 'Balance',
  held: (credits: string) => `${credits} held by running calls`,
  nothingHeld: 'Nothing held by running calls',
  daysLeft: 'Days left at this pace',
  unknownDays: 'Not enough usage yet',
  paidAfterwards: 'Paid afterwards',
  moreThanAYear: 'More than a year',
  pace: (credits: string) => `${credits} credits in the last 7 days (UTC)`,
  spent: 'Spent this month (UTC)',
  inDebt: 'The balance is negative: calls are refused until it is above zero.',
  frozen: 'Calls of this company are paused',
  frozenText: 'An operator has to look at the ledger first. Buying credits does not end the pause.',
} as const

export const buyTexts = {
  title: 'Buy credits',
  packs: 'Credit pack',
  suggested: 'Suggested',
  credits: (credits: string) => `${credits} credits`,
  each: (price: string) => `${price} per credit`,
  buy: (credits: string, price: string) => `Buy ${credits} credits for ${price}`,
  hint: 'You pay on the page of the payment provider and return here.',
  none: 'No credit packs are on sale',
  noneText: 'Packs appear here as soon as the platform offers them.',
  postpaid: 'Usage is invoiced each month',
  postpaidText: 'This company pays afterwards, so no credits need to be bought. Invoices are listed below.',
} as const

export const planTexts = {
  title: 'Plan',
  none: 'No plan',
  noneText: 'A plan adds credits in every period.',
  noneOffered: 'No plans are on sale. Credit packs are bought without a plan.',
  unnamed: 'A plan that is no longer sold',
  per: { MONTH: 'per month', YEAR: 'per year' } satisfies Record<PlanInterval, string>,
  terms: (credits: string, price: string, per: string) => `${credits} credits for ${price} ${per}`,
  trial: (days: number) => `${days} ${days === 1 ? 'day' : 'days'} free`,
  subscribe: 'Subscribe',
  subscribeLabel: (name: string) => `Subscribe to ${name}`,
  change: 'Change or cancel',
  changeHint: 'Changes and cancellation are on the page of the payment provider.',
  renews: 'Renews on',
  ends: 'Ends on',
  trialEnds: 'Trial until',
  ended: 'Ended on',
  utc: '(UTC)',
  status: {
    ACTIVE: 'Active',
    CANCELED: 'Ended',
    INCOMPLETE: 'Payment not completed',
    PAST_DUE: 'Payment overdue',
    PAUSED: 'Paused',
    TRIALING: 'Trial',
    UNPAID: 'Unpaid',
  } satisfies Record<SubscriptionStatus, string>,
  cancelled: 'Cancelled',
} as const

export const topUpTexts = {
  title: 'Automatic top-up',
  off: 'Off',
  on: 'On',
  stopped: 'Stopped',
  pending: 'Payment under way',
  offText:
    'Buys a pack with the saved card when the balance falls below a threshold, up to a maximum per month.',
  turnOn: 'Turn on',
  change: 'Change',
  turnOff: 'Turn off',
  resume: 'Resume',
  below: 'When the balance is below',
  buys: 'Buys',
  unknownPack: 'A pack that is no longer sold',
  credits: (credits: string) => `${credits} credits`,
  pack: (name: string, credits: string, price: string) => `${name}: ${credits} credits for ${price}`,
  month: 'This month (UTC)',
  boughtOf: (bought: string, maximum: string) => `${bought} of ${maximum}`,
  stoppedTitle: 'The last payment failed',
  stoppedText:
    'Nothing is bought until you resume it or save it again. Cards are changed under “Cards and addresses”.',
  reached: 'The monthly maximum is reached. Nothing more is bought before the next month (UTC).',
  dialog: 'Automatic top-up',
  packField: 'Pack',
  threshold: 'When the balance is below (credits)',
  thresholdHint: 'At most the credits of the pack, so that one pack is enough.',
  maximum: (currency: string) => `Maximum per month (${currency})`,
  maximumHint: (price: string) => `At least the price of the pack, ${price}. Months are in UTC.`,
  card: 'The card of your last purchase is charged. Admins get an e-mail for each top-up.',
  save: 'Save',
  cancel: 'Cancel',
  offTitle: 'Turn off the automatic top-up?',
  offConfirmText: 'A payment that is under way is completed. Calls are refused when the balance is used up.',
  offConfirm: 'Turn it off',
  turnedOff: 'Automatic top-up is off',
  keep: 'Keep it on',
} as const

export const lotTexts = {
  title: 'Credits left',
  text: 'Spent from top to bottom',
  none: 'No credits are left.',
  left: 'Left',
  of: (granted: string) => `of ${granted}`,
  expires: 'Expires',
  never: 'Does not expire',
  added: 'Added',
  utc: '(UTC)',
  more: (count: number) => `and ${count} more`,
} as const

export const historyTexts = {
  title: 'Invoices and purchases',
  choice: 'List',
  invoices: 'Invoices',
  purchases: 'Purchases',
  noInvoices: 'No invoices yet',
  noInvoicesText: 'The invoice of each payment appears here, with its PDF.',
  noPurchases: 'No purchases yet',
  noPurchasesText: 'Packs that you buy appear here, also those whose payment is not completed.',
  number: 'Number',
  noNumber: 'No number yet',
  status: 'Status',
  date: 'Date (UTC)',
  due: 'Due (UTC)',
  total: 'Total',
  documents: 'File',
  pdf: 'PDF',
  pdfLabel: (number: string) => `PDF of invoice ${number}`,
  pay: 'Pay',
  payLabel: (number: string) => `Pay invoice ${number}`,
  view: 'View',
  viewLabel: (number: string) => `View invoice ${number}`,
  pack: 'Pack',
  oldPack: 'Former pack',
  credits: 'Credits',
  price: 'Price',
  completed: 'Completed (UTC)',
  actionRequired: 'Needs confirmation',
  processing: 'Payment processing',
  invoiceStatus: {
    DRAFT: 'Draft',
    OPEN: 'Open',
    PAID: 'Paid',
    UNCOLLECTIBLE: 'Not collected',
    VOID: 'Void',
  } satisfies Record<InvoiceStatus, string>,
  purchaseStatus: {
    COMPLETED: 'Completed',
    EXPIRED: 'Not paid',
    FAILED: 'Failed',
    PARTIALLY_REFUNDED: 'Partly refunded',
    PENDING: 'Pending',
    REFUNDED: 'Refunded',
  } satisfies Record<PurchaseStatus, string>,
} as const

export const returnTexts = {
  waiting: 'Waiting for the payment to be confirmed',
  waitingText: (credits: string) =>
    `The payment provider confirms the payment, and then ${credits} credits are added. The page shows them as soon as they arrive, usually within seconds.`,
  waitingPlan:
    'The payment provider confirms the payment, and then the plan begins. The page shows it as soon as it is active.',
  slow: 'This takes longer than usual',
  slowText:
    'You can close this page: the credits are added as soon as the payment is confirmed. If they are missing after an hour, send this reference to support.',
  reference: 'reference',
  credited: (credits: string) => `${credits} credits were added`,
  balanceNow: 'The balance is now',
  after: (seconds: string) => `Added ${seconds} after you went to the payment page.`,
  plan: 'The plan',
  planActive: (name: string) => `${name} is active`,
  planActiveText: 'Its credits are added with the first paid invoice.',
  processing: 'Your bank is processing the payment',
  processingText: (credits: string) =>
    `Some payment methods take several days. ${credits} credits are added when the money arrives, and the admins get the invoice.`,
  failed: 'The payment did not succeed',
  failedText: 'Nothing was charged. Choose another card or payment method and buy the pack again.',
  left: 'You left the payment page',
  leftText: 'Nothing was charged. The same pack is still chosen below.',
  dismiss: 'Dismiss',
} as const
