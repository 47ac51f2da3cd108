// Every page of the console as data: its address, who may see it, the states it can be in, and how it is loaded. Read
// this first, then the table of the group. tests/tidy checks that each state has a test in tests/console/pages.
import { companyPages } from './pages/company/company-pages.ts'
import { identityPages } from './pages/identity/identity-pages.ts'
import { type Page, definePage } from './pages/page.ts'
import { platformPages } from './pages/platform/platform-pages.ts'
import { recruitingPages } from './pages/recruiting/recruiting-pages.ts'
import { settingsPages } from './pages/settings/settings-pages.ts'
import { pageTitles as titles } from './words/en/pages.ts'

/** The order of the rail follows the order of this list. */
export const pages: readonly Page[] = [
  ...companyPages,
  ...recruitingPages,
  ...settingsPages,
  ...platformPages,
  ...identityPages,
  definePage({
    name: 'status',
    path: '/status',
    title: titles.status,
    who: 'anyone',
    states: ['operational', 'degraded', 'down', 'unknown', 'loading', 'unavailable'],
    load: async () => (await import('./pages/status/status-page.tsx')).StatusPage,
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
