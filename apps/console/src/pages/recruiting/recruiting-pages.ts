// Pages of a company about its jobs and the people who fit them.
import { pageTitles as titles } from '../../words/en/pages.ts'
import { type Page, definePage } from '../page.ts'

export const recruitingPages: readonly Page[] = [
  definePage({
    name: 'jobs',
    path: '/c/$companyId/jobs',
    title: titles.jobs,
    who: 'member',
    states: ['empty', 'ready', 'filtered', 'noneMatch', 'posting', 'postRefused', 'foreign', 'unavailable'],
    rail: { group: 'recruiting', icon: 'jobs', shortcut: 'j' },
    load: async () => (await import('./jobs/jobs-page.tsx')).JobsPage,
  }),
  definePage({
    name: 'job',
    path: '/c/$companyId/jobs/$jobId',
    title: titles.job,
    who: 'member',
    states: [
      'matches',
      'waiting',
      'draft',
      'text',
      'edit',
      'history',
      'closing',
      'closed',
      'missing',
      'unavailable',
    ],
    load: async () => (await import('./job/job-page.tsx')).JobPage,
  }),
  definePage({
    name: 'match',
    path: '/c/$companyId/jobs/$jobId/matches/$talentId',
    title: titles.match,
    who: 'member',
    states: ['ready', 'joined', 'whatIf', 'judged', 'outdated', 'missing', 'unavailable'],
    load: async () => (await import('./match/match-page.tsx')).MatchPage,
  }),
]
