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

test.each(['RCPT TO', 'DATA'])('5xx to %s is permanent, 4xx is temporary', (command) => {
  expect(answered(550, command).kind).toBe('rejected')
  expect(answered(451, command).kind).toBe('deferred')
  expect(answered(503, command).kind).toBe('deferred')
})

test.each(['CONN', 'EHLO', 'AUTH PLAIN', 'MAIL FROM'])('5xx to %s is not the mail’s fault', (command) => {
  expect(answered(535, command).kind).toBe('unreachable')
})

test('a server that closes the connection is unreachable', () => {
  expect(answered(421, 'RCPT TO').kind).toBe('unreachable')
})

test('without a reply the outcome is unknown only after sending of the content has begun', () => {
  expect(lost(true)).toEqual({ kind: 'unknown', reason: 'closed' })
  expect(lost(false)).toEqual({ kind: 'unreachable', reason: 'closed' })
})

test('a recipient that the client refuses to send is rejected, not deferred forever', () => {
  const refused = { code: 'EENVELOPE', command: 'API', responseCode: undefined, response: undefined }
  const judged = judgeSendError({ ...refused, message: 'Invalid recipient', hasContentBegun: false })
  expect(judged.kind).toBe('rejected')
})
