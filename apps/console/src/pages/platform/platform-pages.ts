// Pages of the operators of the platform, who are super admins.
import { pageTitles as titles } from '../../words/en/pages.ts'
import { type Page, definePage } from '../page.ts'

export const platformPages: readonly Page[] = [
  definePage({
    name: 'platform',
    path: '/admin',
    title: titles.platform,
    who: 'superAdmin',
    states: ['quiet', 'attention', 'refused', 'unavailable'],
    rail: { group: 'platform', icon: 'admin', shortcut: 'o' },
    load: async () => (await import('./overview/overview-page.tsx')).OverviewPage,
  }),
]
