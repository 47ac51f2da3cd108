import { expect, test } from 'vitest'
import { type ConsoleFault, toConsoleFault } from './console-fault.ts'
import { wordsOfFault } from './fault-words.ts'
import { readAnswer } from './read-answer.ts'

test('the backend’s message is shown where it says what to do, and never for a failure of ours', () => {
  const message = 'Enter an e-mail address.'
  expect(wordsOfFault({ code: 'BAD_USER_INPUT', message }).text).toBe(message)
  expect(wordsOfFault({ code: 'INTERNAL', message: 'relation "users" does not exist' }).text).not.toContain(
    'users',
  )
})

test('an error with an unknown code is shown as a failure of ours, with its request id', () => {
  const answer = { errors: [{ message: 'x', extensions: { code: 'TEAPOT', request_id: 'r-1' } }] }
  const fault = catchFault(() => readAnswer(answer))
  expect([fault.code, fault.requestId, wordsOfFault(fault).showsRequestId]).toEqual(['INTERNAL', 'r-1', true])
})

test('an error keeps its input, its details and the time to wait', () => {
  const extensions = {
    code: 'RATE_LIMITED',
    fault: 'a.b',
    input: 'email',
    details: { c: 1 },
    retry_after_ms: 5,
  }
  const fault = catchFault(() => readAnswer({ errors: [{ message: 'm', extensions }] }))
  expect(fault).toMatchObject({ fault: 'a.b', input: 'email', details: { c: 1 }, retryAfterMs: 5 })
})

test.each([[null], ['<html>'], [[]], [{}], [{ data: null }]])(
  '%j is not an answer of the backend',
  (body) => {
    expect(catchFault(() => readAnswer(body)).code).toBe('UNREADABLE')
  },
)

test('an answer with data and errors has both', () => {
  const body = { data: { a: 1, b: null }, errors: [{ message: 'm', extensions: { code: 'UNAVAILABLE' } }] }
  const { data, partial } = readAnswer(body)
  expect([data, partial.map(({ code }) => code)]).toEqual([{ a: 1, b: null }, ['UNAVAILABLE']])
})

function catchFault(work: () => unknown): ConsoleFault {
  try {
    work()
  } catch (thrown) {
    return toConsoleFault(thrown)
  }
  throw new Error('nothing was thrown')
}
