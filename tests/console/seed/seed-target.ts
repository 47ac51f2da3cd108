import type { TestBackend } from '@gatehouse/backend/testing/start-test-backend'
import type { OpenConsole } from '../open-console.ts'

/** What seeding needs: the backend of the page tests, or that of a proof. */
export type SeedTarget = Pick<OpenConsole, 'addCompanyUser'> & {
  backend: Pick<TestBackend, 'database' | 'postgres' | 'ask'> & {
    resources: Pick<TestBackend['resources'], 'ids'>
  }
}
