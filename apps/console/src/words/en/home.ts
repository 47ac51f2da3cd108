export const startTexts = {
  title: 'Welcome',
  noCompany: 'You are not a member of a company yet',
  noCompanyText: 'Ask an admin of your company to invite this e-mail address. The invitation comes by mail.',
} as const

export const homeTexts = {
  title: 'Home',
  balance: 'Balance',
  held: 'Held by running calls',
  spent: 'Spent this month (UTC)',
  daysLeft: 'Days left at this pace',
  unknownDays: 'Not enough usage yet',
  moreThanAYear: 'More than a year',
  needsYou: 'Needs your attention',
  nothing: 'Nothing needs your attention',
  nothingText: 'Unpaid invoices, expiring keys, refused documents and low balances appear here.',
  since: 'since',
  memberTitle: 'Welcome to your company',
  memberText: 'Admins of the company see its balance and its spending here.',
} as const
