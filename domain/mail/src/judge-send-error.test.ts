import { expect, test } from 'vitest'
import { judgeSendError } from './judge-send-error.ts'

const answered = (responseCode: number, command: string) =>
  judgeSendError({
    message: 'refused',
    code: 'EENVELOPE',
    command,
    responseCode,
    response: `${responseCode} no`,
    hasContentBegun: false,
  })
const lost = (hasContentBegun: boolean) =>
  judgeSendError({
    message: 'closed',
    code: 'ECONNECTION',
    command: 'CONN',
    responseCode: undefined,
    response: undefined,
    hasContentBegun,
  })

test.each(['RCPT TO', 'DATA'])('5xx to %s is for good, 4xx is for now', (command) => {
  expect(answered(550, command).kind).toBe('rejected')
  expect(answered(451, command).kind).toBe('deferred')
  expect(answered(503, command).kind).toBe('deferred')
})

test.each(['CONN', 'EHLO', 'AUTH PLAIN', 'MAIL FROM'])('5xx to %s is not the mail’s fault', (command) => {
  expect(answered(535, command).kind).toBe('unreachable')
})

test('a server that closes is away', () => {
  expect(answered(421, 'RCPT TO').kind).toBe('unreachable')
})

test('without an answer it is unknown only after the content has begun to leave', () => {
  expect(lost(true)).toEqual({ kind: 'unknown', reason: 'closed' })
  expect(lost(false)).toEqual({ kind: 'unreachable', reason: 'closed' })
})

test('a recipient whom the client does not name to any server is rejected, not put off for ever', () => {
  const refused = { code: 'EENVELOPE', command: 'API', responseCode: undefined, response: undefined }
  const judged = judgeSendError({ ...refused, message: 'Invalid recipient', hasContentBegun: false })
  expect(judged.kind).toBe('rejected')
})
