import { startPostgres } from '@gatehouse/testkit/start-postgres'
import { expect, test } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { startTestGateway } from '../../testing/start-test-gateway.ts'

test('without its database the gateway is unavailable', { timeout: 30_000 }, async () => {
  await using gone = await startPostgres()
  await gone.stop()
  await using gateway = await startTestGateway({ environment: { DATABASE_URL: gone.url } })
  expect(await readError(await gateway.get('/usage'))).toMatchObject({
    status: 503,
    type: 'api_error',
    code: 'LLM_GATEWAY_UNAVAILABLE',
  })
})
