import { Fault, type FaultDetails } from '@gatehouse/runtime/fault'
import { expect, test } from 'vitest'
import { toProblem } from './fault-response.ts'

const translate = (details: Partial<FaultDetails>) =>
  toProblem(new Fault({ kind: 'internal', code: 'test.case', publicMessage: 'Do this.', ...details }), 'r-1')

test.each([
  ['invalid', 400],
  ['unauthenticated', 401],
  ['denied', 403],
  ['not_found', 404],
  ['conflict', 409],
  ['exhausted', 429],
  ['unavailable', 503],
  ['internal', 500],
] as const)('%s is %d', (kind, status) => {
  expect(translate({ kind }).status).toBe(status)
})

test('the body is a problem document with only the public message', () => {
  const { body, headers } = translate({
    kind: 'denied',
    context: { secret: 'x' },
    cause: new Error('inside'),
  })
  expect(headers).toEqual({ 'content-type': 'application/problem+json' })
  expect(JSON.parse(body)).toEqual({
    type: 'about:blank',
    title: 'Forbidden',
    status: 403,
    detail: 'Do this.',
    code: 'test.case',
    request_id: 'r-1',
  })
})

test('a retryable fault says how long to wait, in seconds and milliseconds', () => {
  expect(translate({ kind: 'exhausted', retryAfterMs: 1_200 }).headers).toMatchObject({
    'retry-after': '2',
    'retry-after-ms': '1200',
  })
  expect(translate({ kind: 'unavailable' }).headers).toMatchObject({ 'retry-after': '1' })
  expect(translate({ kind: 'exhausted' }).headers).not.toHaveProperty('retry-after')
})
