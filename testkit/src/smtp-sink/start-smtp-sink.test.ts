import { expect, test } from 'vitest'
import { readSunkMail } from './start-smtp-sink.ts'

const content = [
  'From: Gatehouse <mail@gatehouse.example>',
  'To: ada@example.com',
  'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=',
  'Date: Thu, 01 Jan 2026 00:00:00 +0000',
  'Content-Type: multipart/alternative; boundary="b"',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Follow http://127.0.0.1:8083/invitation#a=',
  'bc, J=C3=B6rg.',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Not this.</p>',
  '--b--',
].join('\n')

test('headers and the text part are decoded', async () => {
  const mail = await readSunkMail({ from: 'mail@gatehouse.example', to: ['ada@example.com'], content })
  expect({ ...mail, text: mail.text.trim() }).toEqual({
    from: 'mail@gatehouse.example',
    to: 'ada@example.com',
    subject: 'Grüße',
    date: '2026-01-01T00:00:00.000Z',
    text: 'Follow http://127.0.0.1:8083/invitation#abc, Jörg.',
  })
})
