import { defineRoute } from '@gatehouse/http/define-route'
import { Fault } from '@gatehouse/runtime/fault'
import { Secret } from '@gatehouse/runtime/secret'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { createGeneratorControls } from './ai-service-client.ts'

const secret = new Secret('a-secret-that-only-the-tests-know-of')

/** Calls a fake AI service with the given handler, because the real one never sends these answers. */
async function ask(handle: (authorization: string | undefined) => unknown) {
  await using http = await startTestHttp([
    defineRoute({
      method: 'GET',
      path: '/api/v1/background-tasks/match-score-generator/status',
      statuses: [200],
      handle: async (request) => handle(request.headers.authorization),
    }),
  ])
  return await createGeneratorControls({ url: http.url, secret }).readStatus()
}

const status = { status: 'running', uptime_seconds: 5, current_batch: 1, queue_size: 0 }

test('the secret is sent, and the response is returned', async () => {
  const received: (string | undefined)[] = []
  const answer = await ask((authorization) => {
    received.push(authorization)
    return status
  })
  expect(answer).toEqual(status)
  expect(received).toEqual([`Bearer ${secret.reveal()}`])
})

test.each([
  ['another release', () => ({ ...status, status: 'sleeping' }), 'ai_service.odd_answer'],
  [
    'an unavailable database',
    () => {
      throw new Fault({ kind: 'unavailable', code: 'test.away', publicMessage: 'Away.' })
    },
    'ai_service.odd_answer',
  ],
  [
    'an unknown secret',
    () => {
      throw new Fault({ kind: 'unauthenticated', code: 'test.unknown', publicMessage: 'Who?' })
    },
    'ai_service.refused',
  ],
] as const)('%s gives its own error', async (_name, handle, code) => {
  await expect(ask(handle)).rejects.toMatchObject({ kind: 'unavailable', code })
})

test('an unreachable or unconfigured AI service gives an error that says what to do', async () => {
  const gone = createGeneratorControls({ url: `http://127.0.0.1:${await findFreePort()}`, secret })
  await expect(gone.start()).rejects.toMatchObject({ code: 'ai_service.unreachable' })
  await expect(createGeneratorControls(undefined).stop()).rejects.toThrow('Set AI_SERVICE_URL')
})
