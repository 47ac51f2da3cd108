import { startPostgres } from '@gatehouse/testkit/start-postgres'
import { expect, test } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { startTestGateway } from '../../testing/start-test-gateway.ts'

test('without its database the gateway is unavailable', async () => {
  await using gone = await startPostgres()
  await gone.stop()
  await using gateway = await startTestGateway({ environment: { DATABASE_URL: gone.url } })
  const asked = await gateway.get('/usage/calls/01a1e044-f451-7000-8761-ef97bc11a89c')
  expect(await readError(asked)).toMatchObject({
    status: 503,
    type: 'api_error',
    code: 'LLM_GATEWAY_UNAVAILABLE',
  })
})
