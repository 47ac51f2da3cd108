// The settings of a company: what the interface documents call Profile.
import { pageTitles as titles } from '../../words/en/pages.ts'
import { type Page, definePage } from '../page.ts'

export const settingsPages: readonly Page[] = [
  definePage({
    name: 'keys',
    path: '/c/$companyId/profile/api-keys',
    title: titles.keys,
    who: 'admin',
    states: ['empty', 'ready', 'filtered', 'create', 'createRefused', 'secret', 'member', 'unavailable'],
    rail: { group: 'settings', icon: 'key', shortcut: 'k' },
    load: async () => (await import('./keys/keys-page.tsx')).KeysPage,
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
    load: async () => (await import('./key/key-page.tsx')).KeyPage,
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
    load: async () => (await import('./alerts/alerts-page.tsx')).AlertsPage,
  }),
]
