// Every page of the console as data: its address, who may see it, the states it can be in, and how it is loaded. Read
// this first. tests/tidy checks that each state has a test in tests/console/pages.
import type { ComponentType } from 'react'
import type { IconName } from './parts/icon.tsx'
import { pageTitles as titles } from './words/en/pages.ts'

/** admin: an admin of the company in the address. Super admins may see every page. */
type PageAccess = 'anyone' | 'user' | 'member' | 'admin' | 'superAdmin'

export type Page = {
  name: string
  /** A path of the router; `$companyId` is a parameter. */
  path: string
  title: string
  who: PageAccess
  states: readonly string[]
  /** Set for pages in the rail, in their order. */
  rail?: {
    group: 'company' | 'recruiting' | 'settings' | 'platform'
    icon: IconName
    shortcut?: string
    /** For titles that do not fit into the bar of narrow screens. */
    title?: string
  }
  /** Loaded on demand, and ahead of time when a link to it gets the pointer or the focus. */
  load: () => Promise<ComponentType>
}

function definePage(page: Page): Page {
  return page
}

export const pages: readonly Page[] = [
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
    load: async () => (await import('./pages/login/login-page.tsx')).LoginPage,
  }),
  definePage({
    name: 'reset',
    path: '/reset',
    title: titles.reset,
    who: 'anyone',
    states: ['request', 'sent', 'choose', 'done', 'linkOver'],
    load: async () => (await import('./pages/reset/reset-page.tsx')).ResetPage,
  }),
  definePage({
    name: 'invitation',
    path: '/invitation',
    title: titles.invitation,
    who: 'anyone',
    states: ['ready', 'incomplete', 'over'],
    load: async () => (await import('./pages/invitation/invitation-page.tsx')).InvitationPage,
  }),
  definePage({
    name: 'start',
    path: '/',
    title: titles.start,
    who: 'user',
    states: ['noCompany', 'company'],
    load: async () => (await import('./pages/start/start-page.tsx')).StartPage,
  }),
  definePage({
    name: 'home',
    path: '/c/$companyId',
    title: titles.home,
    who: 'member',
    states: ['quiet', 'active', 'attention', 'member', 'foreign', 'unavailable'],
    rail: { group: 'company', icon: 'home', shortcut: 'h' },
    load: async () => (await import('./pages/home/home-page.tsx')).HomePage,
  }),
  definePage({
    name: 'spend',
    path: '/c/$companyId/spend',
    title: titles.spend,
    who: 'admin',
    states: ['ready', 'hours', 'empty', 'unavailable'],
    rail: { group: 'company', icon: 'spend', shortcut: 's' },
    load: async () => (await import('./pages/spend/spend-page.tsx')).SpendPage,
  }),
  definePage({
    name: 'calls',
    path: '/c/$companyId/calls',
    title: titles.calls,
    who: 'admin',
    states: [
      'ready',
      'filtered',
      'empty',
      'noneMatch',
      'refused',
      'refusedEmpty',
      'explained',
      'unknownRequest',
      'unavailable',
    ],
    rail: { group: 'company', icon: 'calls', shortcut: 'c' },
    load: async () => (await import('./pages/calls/calls-page.tsx')).CallsPage,
  }),
  definePage({
    name: 'receipt',
    path: '/c/$companyId/calls/$callId',
    title: titles.receipt,
    who: 'admin',
    states: ['charged', 'notCharged', 'differs', 'unavailable'],
    load: async () => (await import('./pages/receipt/receipt-page.tsx')).ReceiptPage,
  }),
  definePage({
    name: 'keys',
    path: '/c/$companyId/profile/api-keys',
    title: titles.keys,
    who: 'admin',
    states: ['empty', 'ready', 'filtered', 'create', 'createRefused', 'secret', 'member', 'unavailable'],
    rail: { group: 'settings', icon: 'key', shortcut: 'k' },
    load: async () => (await import('./pages/keys/keys-page.tsx')).KeysPage,
  }),
  definePage({
    name: 'key',
    path: '/c/$companyId/profile/api-keys/$keyId',
    title: titles.key,
    who: 'admin',
    states: [
      'ready',
      'unused',
      'edit',
      'editRefused',
      'rotate',
      'rotating',
      'revoke',
      'revoked',
      'expired',
      'missing',
      'member',
      'unavailable',
    ],
    load: async () => (await import('./pages/key/key-page.tsx')).KeyPage,
  }),
  definePage({
    name: 'alerts',
    path: '/c/$companyId/profile/alerts',
    title: titles.alerts,
    who: 'admin',
    states: [
      'empty',
      'ready',
      'budget',
      'budgetRefused',
      'budgetChange',
      'budgetRemoval',
      'rule',
      'ruleRefused',
      'fired',
      'member',
      'unavailable',
    ],
    rail: { group: 'settings', icon: 'alert', title: titles.alertsInRail },
    load: async () => (await import('./pages/alerts/alerts-page.tsx')).AlertsPage,
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
    load: async () => (await import('./pages/account/account-page.tsx')).AccountPage,
  }),
  definePage({
    name: 'email-change',
    path: '/account/email',
    title: titles.emailChange,
    who: 'anyone',
    states: ['ready', 'waiting', 'changed', 'linkOver', 'incomplete'],
    load: async () => (await import('./pages/email-change/email-change-page.tsx')).EmailChangePage,
  }),
  // For the people who build the console; import.meta.env is a constant, so releases contain none of it.
  ...(import.meta.env.MODE === 'development'
    ? [
        definePage({
          name: 'design',
          path: '/design',
          title: titles.design,
          who: 'anyone',
          states: ['ready'],
          load: async () => (await import('./pages/design/design-page.tsx')).DesignPage,
        }),
      ]
    : []),
]
