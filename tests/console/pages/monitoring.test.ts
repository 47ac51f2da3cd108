import { seedRouteState } from '@gatehouse/backend/testing/seed-monitoring'
import { addAliases } from '@gatehouse/testkit/seed-gateway'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import type { Page } from '../open-console.ts'
import { companyAdmin, operator, superAdmin } from '../seed/seed-operator.ts'

async function open(page: Page): Promise<void> {
  await page.goto('/admin/monitoring')
  await page.getByRole('heading', { level: 1, name: 'Monitoring' }).waitFor()
}

/** Answers as the backend does while the AI service does not respond. */
async function silenceAiService(page: Page): Promise<void> {
  await page.route('**/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('"operationName":"Monitoring"')) return route.fallback()
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: Record<string, unknown> }
    const silent = { monitoringStats: null, monitoringOperations: null, aiServices: null }
    const errors = [{ message: 'The AI service does not respond.', extensions: { code: 'UNAVAILABLE' } }]
    return route.fulfill({ json: { data: { ...data, ...silent }, errors } })
  })
}

test.each<StateRow>([
  {
    state: 'ready',
    as: operator,
    async show(page, { backend: { database, resources } }) {
      await addAliases(database, 'http://127.0.0.1:1/v1')
      await seedRouteState({ database, redis: resources.redis }, 'gateway-1')
      await open(page)
      await page.getByText('process reports its routes').or(page.getByText('processes report')).waitFor()
      await page.getByText('svc/extract-default').first().waitFor()
    },
  },
  {
    state: 'silent',
    as: operator,
    async show(page) {
      await silenceAiService(page)
      await open(page)
      await page.getByText('Silent').first().waitFor()
    },
  },
  {
    state: 'stale',
    as: operator,
    async show(page) {
      await open(page)
      await page.getByText('Event loop busy').waitFor()
      await silenceAiService(page)
      await page.getByText('Showing what was received at').first().waitFor()
      expect(await page.getByText('Event loop busy').isVisible()).toBe(true)
    },
  },
  {
    state: 'refused',
    as: companyAdmin,
    async show(page) {
      await open(page)
      await page.getByText('Your role does not include this page').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: superAdmin,
    async show(page) {
      await makeUnavailable(page, 'Monitoring')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('monitoring: $state', (row) => expectState('monitoring', row))
