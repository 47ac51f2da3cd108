export const productName = 'Gatehouse'

export const pageTitles = {
  login: 'Log in',
  reset: 'Reset your password',
  invitation: 'Accept your invitation',
  start: 'Start',
  home: 'Home',
  spend: 'Spend',
  calls: 'Calls',
  receipt: 'Receipt',
  jobs: 'Jobs',
  keys: 'API Keys',
  key: 'API key',
  alerts: 'Budgets and alerts',
  alertsInRail: 'Alerts',
  platform: 'Overview',
  platformInRail: 'Operators',
  account: 'Account',
  emailChange: 'Confirm your e-mail address',
  design: 'Design',
  notFound: 'Page not found',
} as const
