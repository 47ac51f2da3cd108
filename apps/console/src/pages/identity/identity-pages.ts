// Pages of people: login, links from mails, and the account.
import { pageTitles as titles } from '../../words/en/pages.ts'
import { type Page, definePage } from '../page.ts'

export const identityPages: readonly Page[] = [
  definePage({
    name: 'login',
    path: '/login',
    title: titles.login,
    who: 'anyone',
    states: [
      'ready',
      'refused',
      'code',
      'codeRefused',
      'passkey',
      'passkeyStopped',
      'signOnFailed',
      'sessionEnded',
    ],
    load: async () => (await import('./login/login-page.tsx')).LoginPage,
  }),
  definePage({
    name: 'reset',
    path: '/reset',
    title: titles.reset,
    who: 'anyone',
    states: ['request', 'sent', 'choose', 'done', 'linkOver'],
    load: async () => (await import('./reset/reset-page.tsx')).ResetPage,
  }),
  definePage({
    name: 'invitation',
    path: '/invitation',
    title: titles.invitation,
    who: 'anyone',
    states: ['ready', 'incomplete', 'over'],
    load: async () => (await import('./invitation/invitation-page.tsx')).InvitationPage,
  }),
  definePage({
    name: 'start',
    path: '/',
    title: titles.start,
    who: 'user',
    states: ['noCompany', 'company', 'operator'],
    load: async () => (await import('./start/start-page.tsx')).StartPage,
  }),
  definePage({
    name: 'account',
    path: '/account',
    title: titles.account,
    who: 'user',
    states: [
      'ready',
      'passwordRefused',
      'factorSetUp',
      'recoveryCodes',
      'factorOn',
      'passkeys',
      'passkeyRemoval',
      'recentLogin',
      'emailSent',
      'unavailable',
    ],
    load: async () => (await import('./account/account-page.tsx')).AccountPage,
  }),
  definePage({
    name: 'email-change',
    path: '/account/email',
    title: titles.emailChange,
    who: 'anyone',
    states: ['ready', 'waiting', 'changed', 'linkOver', 'incomplete'],
    load: async () => (await import('./email-change/email-change-page.tsx')).EmailChangePage,
  }),
]
