import { defineRoute } from '@gatehouse/http/define-route'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { askHealth } from './ask-health.ts'

async function ask(handle: () => Promise<unknown>, limitMs = 2_000) {
  await using http = await startTestHttp([
    defineRoute({ method: 'GET', path: '/health', statuses: [200], handle }),
  ])
  return await askHealth(`${http.url}/`, limitMs)
}

test('a healthy service is healthy', async () => {
  await expect(ask(async () => ({ status: 'healthy' }))).resolves.toEqual({ kind: 'healthy' })
})

test('a degraded one is not, and the failing check is named', async () => {
  const body = {
    status: 'degraded',
    checks: { database: { status: 'unhealthy' }, cache: { status: 'healthy' } },
  }
  await expect(ask(async () => body)).resolves.toEqual({ kind: 'unhealthy', detail: 'database is unhealthy' })
})

test('what is no health object is not healthy', async () => {
  await expect(ask(async () => '<html>')).resolves.toMatchObject({ kind: 'unhealthy' })
})

test('a service that hangs is unreachable when the time is over', async () => {
  await expect(ask(() => new Promise<never>(() => undefined), 100)).resolves.toEqual({
    kind: 'unreachable',
    detail: 'no answer in time',
  })
})

test('a service that is not there is unreachable', async () => {
  await expect(askHealth(`http://127.0.0.1:${await findFreePort()}`, 1_000)).resolves.toMatchObject({
    kind: 'unreachable',
  })
})
