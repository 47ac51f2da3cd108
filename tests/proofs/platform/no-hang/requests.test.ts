import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { composeRequests } from './requests.ts'

// Their files come from memory, and neither asks Postgres or Redis for anything.
const withoutServers = ['backend/src/routes/console', 'backend/src/routes/graphiql']

test('each route of each service is asked', () => {
  const places = { gateway: 'g', backend: 'b', aiService: 'a', companyId: '', token: '' }
  const key = { raw: '' }
  const asked = new Set(composeRequests({ ...places, key }).map(({ route }) => route))
  const cwd = new URL('../../../../apps/', import.meta.url).pathname
  const routes = globSync('*/src/**/routes/**/route.ts', { cwd }).map(dirname)
  expect(routes.length).toBeGreaterThan(30)
  expect(routes.filter((route) => !asked.has(route)).sort()).toEqual(withoutServers)
})
