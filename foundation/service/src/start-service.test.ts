import { type Route, defineRoute } from '@gatehouse/http/define-route'
import { expect, test } from 'vitest'
import { planListeners } from './start-service.ts'

const route = (path: string, isInternal = false) =>
  defineRoute({ method: 'GET', path, statuses: [200], isInternal, handle: async () => undefined })
const served = { routes: [route('/open'), route('/inside', true)], scrapes: [route('/metrics')] }
const paths = (routes: readonly Route[] | undefined) => routes?.map(({ path }) => path)

test.each([
  { ports: {}, open: ['/open', '/inside', '/metrics'], scrapes: undefined, internal: undefined },
  { ports: { internalPort: 9 }, open: ['/open', '/metrics'], scrapes: undefined, internal: ['/inside'] },
  { ports: { metricsPort: 8 }, open: ['/open', '/inside'], scrapes: ['/metrics'], internal: undefined },
  {
    ports: { metricsPort: 8, internalPort: 0 },
    open: ['/open'],
    scrapes: ['/metrics'],
    internal: ['/inside'],
  },
])('with $ports what has a port of its own is there alone', ({ ports, open, scrapes, internal }) => {
  const plan = planListeners(served, { metricsPort: undefined, internalPort: undefined, ...ports })
  expect(paths(plan.public)).toEqual(open)
  expect(paths(plan.scrapes?.routes)).toEqual(scrapes)
  expect(paths(plan.internal?.routes)).toEqual(internal)
})

test('a shared route is on both listeners', () => {
  const shared = { ...route('/docs'), isShared: true }
  const routes = { routes: [shared, route('/inside', true)], scrapes: [] }
  const plan = planListeners(routes, { metricsPort: undefined, internalPort: 9 })
  expect([paths(plan.public), paths(plan.internal?.routes)]).toEqual([['/docs'], ['/docs', '/inside']])
  const alone = planListeners(routes, { metricsPort: undefined, internalPort: undefined })
  expect([paths(alone.public), alone.internal]).toEqual([['/docs', '/inside'], undefined])
})
