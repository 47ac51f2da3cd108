export const startTexts = {
  title: 'Welcome',
  noCompany: 'You are not a member of a company yet',
  noCompanyText: 'Ask an admin of your company to invite this e-mail address. The invitation comes by mail.',
} as const

export const homeTexts = {
  title: 'Home',
  balance: 'Balance',
  held: 'Held by running calls',
  spentToday: 'Spent today (UTC)',
  spent: 'Spent this month (UTC)',
  compared: (change: string | undefined, month: string) =>
    change === undefined ? `Nothing on the same days of ${month}` : `${change} on the same days of ${month}`,
  spentBy: { KEY: 'Spent this month by key (UTC)', MODEL: 'Spent this month by model (UTC)' },
  noneSpent: 'Nothing was spent this month.',
  allSpend: 'All spend',
  share: (percent: number) => `${percent} %`,
  isNew: 'New',
  history: 'Balance of the last 30 days',
  historyLabel: 'Balance',
  lastCalls: 'Last calls',
  allCalls: 'All calls',
  daysLeft: 'Days left at this pace',
  unknownDays: 'Not enough usage yet',
  moreThanAYear: 'More than a year',
  needsYou: 'Needs your attention',
  nothing: 'Nothing needs your attention',
  nothingText: 'Unpaid invoices, expiring keys, refused documents and low balances appear here.',
  since: 'since',
  memberTitle: 'Welcome to your company',
  memberText:
    'You work with jobs, talents, documents and meetings. Admins of the company also see its balance and its spending here.',
  memberAction: 'Open the jobs',
} as const

export const checklistTexts = {
  titleNew: 'Make your first call',
  title: 'Finish setting up',
  count: (done: number, all: number) => `${done} of ${all} done`,
  hide: 'Hide',
  done: 'Done',
  waiting: 'Waiting for your first call',
  steps: {
    credits: {
      title: 'Add credits',
      text: 'Calls are charged to the balance of the company.',
      action: 'Top up',
    },
    key: {
      title: 'Create an API key',
      text: 'Your programs send it with every call. It is shown once.',
      action: 'Create a key',
    },
    call: {
      title: 'Call a model',
      text: 'Send a request to the gateway with the key, or try a model in the playground.',
      action: 'Open the playground',
    },
    alert: {
      title: 'Set an alert',
      text: 'The admins get a mail before credits run out, or when a day costs more than usual.',
      action: 'Add a rule',
    },
    events: {
      title: 'Receive events',
      text: 'Your programs are notified of top-ups, alerts and read documents by a signed request.',
      action: 'Add an endpoint',
    },
  },
} as const
