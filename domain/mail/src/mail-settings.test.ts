import { expect, test } from 'vitest'
import { z } from 'zod'
import { groupMailSettings, mailSettings } from './mail-settings.ts'

const schema = z.object(mailSettings).transform(groupMailSettings)

test.each([
  ['mail@gatehouse.example', { name: '', address: 'mail@gatehouse.example' }],
  ['Gatehouse <mail@gatehouse.example>', { name: 'Gatehouse', address: 'mail@gatehouse.example' }],
])('%s is a sender', (MAIL_FROM, from) => {
  expect(schema.parse({ SMTP_URL: 'smtp://mail.example:587', MAIL_FROM })).toMatchObject({ from })
})

test('without both settings no mail is sent, and one alone is reported as an error', () => {
  expect(schema.parse({})).toBeUndefined()
  const { error } = schema.safeParse({ SMTP_URL: 'smtps://mail.example' })
  expect(error?.issues).toMatchObject([{ path: ['MAIL_FROM'] }])
  expect(error?.message).toContain('set both')
  expect(schema.safeParse({ MAIL_FROM: 'a@b.example' }).error?.issues[0]?.path).toEqual(['SMTP_URL'])
})

test.each(['nobody', 'a@b.example\r\nBcc: c@d.example', '<a@b.example', 'A <a@b> <c@d>'])(
  '%j is not a valid sender',
  (MAIL_FROM) => {
    expect(schema.safeParse({ SMTP_URL: 'smtp://mail.example', MAIL_FROM }).success).toBe(false)
  },
)
