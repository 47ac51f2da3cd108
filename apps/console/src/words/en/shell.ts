export const shellTexts = {
  skip: 'Skip to content',
  navigation: 'Main',
  search: 'Search or go to…',
  searchKeys: 'Ctrl K',
  balance: 'Balance',
  held: 'held',
  topUp: 'Top up',
  frozen: 'Calls paused',
  account: 'Account',
  accountOf: (email: string) => `Account of ${email}`,
  logOut: 'Log out',
  switchCompany: (name: string) => `Company: ${name}. Switch company`,
  actingIn: (name: string) =>
    `You are in ${name} as a super admin. What you do here is recorded in its audit log.`,
  notForYou: 'Your role does not include this page',
  needsAdmin: 'An admin of this company can open it, or change your role under Profile, Members.',
  needsSuperAdmin: 'Only operators of the platform can open it.',
  unreachable: 'The server cannot be reached',
  unreachableText: 'Your session is kept. The page continues as soon as there is a connection.',
  tryAgain: 'Try again',
  toStart: 'Go to the start page',
  notFoundCode: '404',
  notFoundText: 'The address may be mistyped, or the page has moved.',
  searchInstead: 'Search instead',
} as const

export const helpTexts = {
  label: 'Help',
  reference: 'API reference',
  graphql: 'GraphQL explorer',
  status: 'Status of the platform',
  keyboard: 'Keyboard shortcuts',
} as const

export const commandTexts = {
  label: 'Search',
  placeholder: 'Search pages, or paste any ID',
  pages: 'Pages',
  actions: 'Actions',
  found: 'Found',
  nothing: 'Nothing found. IDs must be complete; names can be cut short.',
  keyboard: 'Show keyboard shortcuts',
  reference: 'Open the API reference',
  lookUpRequest: 'Look up this request',
  logOut: 'Log out',
  lightTheme: 'Use the light theme',
  darkTheme: 'Use the dark theme',
  systemTheme: 'Use the theme of the system',
} as const

export const trayTexts = {
  label: 'Work in progress',
  dismiss: (title: string) => `Dismiss: ${title}`,
  cancel: 'Cancel',
  open: 'Open',
  files: (title: string) => `Files: ${title}`,
  hideFiles: 'Hide the files',
  showFiles: 'Show the files',
} as const
