import { defineRoute } from '@gatehouse/http/define-route'
import { Fault } from '@gatehouse/runtime/fault'
import { Secret } from '@gatehouse/runtime/secret'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { createGeneratorControls } from './create-generator-controls.ts'

const secret = new Secret('a-secret-that-only-the-tests-know-of')

/** Asks an AI service that answers so, which the real one does not. */
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

test('the secret is sent, and the answer is given on', async () => {
  const heard: (string | undefined)[] = []
  const answer = await ask((authorization) => {
    heard.push(authorization)
    return status
  })
  expect(answer).toEqual(status)
  expect(heard).toEqual([`Bearer ${secret.reveal()}`])
})

test.each([
  ['another release', () => ({ ...status, status: 'sleeping' }), 'ai_service.odd_answer'],
  [
    'a database that is away',
    () => {
      throw new Fault({ kind: 'unavailable', code: 'test.away', publicMessage: 'Away.' })
    },
    'ai_service.odd_answer',
  ],
  [
    'a secret that it does not know',
    () => {
      throw new Fault({ kind: 'unauthenticated', code: 'test.unknown', publicMessage: 'Who?' })
    },
    'ai_service.refused',
  ],
] as const)('%s is told apart', async (_name, handle, code) => {
  await expect(ask(handle)).rejects.toMatchObject({ kind: 'unavailable', code })
})

test('without a service, and without an address of one, it says what to do', async () => {
  const gone = createGeneratorControls({ url: `http://127.0.0.1:${await findFreePort()}`, secret })
  await expect(gone.start()).rejects.toMatchObject({ code: 'ai_service.unreachable' })
  await expect(createGeneratorControls(undefined).stop()).rejects.toThrow('Set AI_SERVICE_URL')
})
