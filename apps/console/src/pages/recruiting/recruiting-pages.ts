// Pages of a company about its jobs and the people who fit them.
import { pageTitles as titles } from '../../words/en/pages.ts'
import { type Page, definePage } from '../page.ts'

export const recruitingPages: readonly Page[] = [
  definePage({
    name: 'jobs',
    path: '/c/$companyId/jobs',
    title: titles.jobs,
    who: 'member',
    states: ['empty', 'ready', 'filtered', 'noneMatch', 'foreign', 'unavailable'],
    rail: { group: 'recruiting', icon: 'jobs', shortcut: 'j' },
    load: async () => (await import('./jobs/jobs-page.tsx')).JobsPage,
  }),
]
