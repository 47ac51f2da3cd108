import { defineRoute } from '@gatehouse/http/define-route'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { checkHealth } from './verify-deploy.ts'

async function check(handle: () => Promise<unknown>, limitMs = 2_000) {
  await using http = await startTestHttp([
    defineRoute({ method: 'GET', path: '/health', statuses: [200], handle }),
  ])
  return await checkHealth(`${http.url}/`, limitMs)
}

test('a healthy service is healthy', async () => {
  await expect(check(async () => ({ status: 'healthy' }))).resolves.toEqual({ kind: 'healthy' })
})

test('a degraded service is unhealthy, and the failing check is named', async () => {
  const body = {
    status: 'degraded',
    checks: { database: { status: 'unhealthy' }, cache: { status: 'healthy' } },
  }
  await expect(check(async () => body)).resolves.toEqual({
    kind: 'unhealthy',
    detail: 'database is unhealthy',
  })
})

test('a response that is not a health report is unhealthy', async () => {
  await expect(check(async () => '<html>')).resolves.toMatchObject({ kind: 'unhealthy' })
})

test('a service that hangs is unreachable after the time limit', async () => {
  await expect(check(() => new Promise<never>(() => undefined), 100)).resolves.toEqual({
    kind: 'unreachable',
    detail: 'timed out',
  })
})

test('a service that does not listen is unreachable', async () => {
  await expect(checkHealth(`http://127.0.0.1:${await findFreePort()}`, 1_000)).resolves.toMatchObject({
    kind: 'unreachable',
  })
})
