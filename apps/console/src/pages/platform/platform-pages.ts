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
  definePage({
    name: 'companies',
    path: '/admin/companies',
    title: titles.companies,
    who: 'superAdmin',
    states: ['ready', 'filtered', 'noneMatch', 'create', 'unavailable'],
    rail: { group: 'platform', icon: 'profile' },
    load: async () => (await import('./companies/companies-page.tsx')).CompaniesPage,
  }),
  definePage({
    name: 'company',
    path: '/admin/companies/$companyId',
    title: titles.company,
    who: 'superAdmin',
    states: ['troubled', 'new', 'suspended', 'adjust', 'adjustRefused', 'suspend', 'missing', 'unavailable'],
    load: async () => (await import('./company/company-page.tsx')).CompanyPage,
  }),
]
