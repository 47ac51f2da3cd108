import { expect, test } from 'vitest'
import { readDeliveryReport } from './read-delivery-report.ts'

const report = (fields: { action?: string; status?: string; original?: string } = {}) =>
  [
    'From: MAILER-DAEMON@mx.example.com',
    'Message-ID: <report-1@mx.example.com>',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'I could not deliver your mail.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    '',
    'Final-Recipient: rfc822; ada@example.com',
    `Action: ${fields.action ?? 'failed'}`,
    `Status: ${fields.status ?? '5.1.1'}`,
    'Diagnostic-Code: smtp; 550 5.1.1 no such',
    '  mailbox',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${fields.original ?? '<mail-1@gatehouse.example>'}`,
    '--b--',
  ].join('\r\n')

test('a report identifies the mail that it is about, not itself', () => {
  expect(readDeliveryReport(report())).toEqual({
    messageId: '<mail-1@gatehouse.example>',
    statusCode: '5.1.1',
    diagnostic: 'smtp; 550 5.1.1 no such mailbox',
  })
})

test('a delay notification is read too', () => {
  expect(readDeliveryReport(report({ action: 'delayed', status: '4.4.1' }))?.statusCode).toBe('4.4.1')
})

test.each([
  ['a delivery', report({ action: 'delivered', status: '2.0.0' })],
  ['a report without a mail', report({ original: 'none' })],
  ['a report without a status', report({ status: 'bad' })],
  ['a reply from a person', 'From: ada@example.com\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n'],
])('%s is not a bounce', (_what, message) => {
  expect(readDeliveryReport(message)).toBeUndefined()
})
