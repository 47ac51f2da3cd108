// Pages of a company about its calls and what they cost.
import { pageTitles as titles } from '../../words/en/pages.ts'
import { type Page, definePage } from '../page.ts'

export const companyPages: readonly Page[] = [
  definePage({
    name: 'home',
    path: '/c/$companyId',
    title: titles.home,
    who: 'member',
    states: ['quiet', 'active', 'attention', 'member', 'foreign', 'unavailable'],
    rail: { group: 'company', icon: 'home', shortcut: 'h' },
    load: async () => (await import('./home/home-page.tsx')).HomePage,
  }),
  definePage({
    name: 'spend',
    path: '/c/$companyId/spend',
    title: titles.spend,
    who: 'admin',
    states: ['ready', 'hours', 'empty', 'unavailable'],
    rail: { group: 'company', icon: 'spend', shortcut: 's' },
    load: async () => (await import('./spend/spend-page.tsx')).SpendPage,
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
    load: async () => (await import('./calls/calls-page.tsx')).CallsPage,
  }),
  definePage({
    name: 'receipt',
    path: '/c/$companyId/calls/$callId',
    title: titles.receipt,
    who: 'admin',
    states: ['charged', 'notCharged', 'differs', 'unavailable'],
    load: async () => (await import('./receipt/receipt-page.tsx')).ReceiptPage,
  }),
]
