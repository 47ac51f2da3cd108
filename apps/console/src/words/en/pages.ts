export const productName = 'Gatehouse'

export const pageTitles = {
  login: 'Log in',
  reset: 'Reset your password',
  invitation: 'Accept your invitation',
  start: 'Start',
  home: 'Home',
  account: 'Account',
  design: 'Design',
  notFound: 'Page not found',
} as const
