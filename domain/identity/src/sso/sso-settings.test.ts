import { expect, test } from 'vitest'
import { z } from 'zod'
import { ssoSettings } from './sso-settings.ts'

const schema = z.object(ssoSettings)

test('single sign-on is off by default, and only public providers are allowed', () => {
  expect(schema.parse({})).toEqual({ SSO_ALLOWED_RANGES: [] })
})

test('secrets have names, of which the first seals, and ranges are addresses', () => {
  const [first, second] = ['a'.repeat(64), 'b'.repeat(64)]
  const settings = schema.parse({
    SSO_SECRETS: `2:${second},1:${first}`,
    SSO_ALLOWED_RANGES: '127.0.0.1, 10.0.0.0/8',
  })
  expect(settings.SSO_SECRETS?.current).toMatchObject({ id: '2' })
  expect(settings.SSO_SECRETS?.current.secret.reveal()).toBe(second)
  expect(settings.SSO_ALLOWED_RANGES).toHaveLength(2)
  const wrong = schema.safeParse({ SSO_SECRETS: 'short', SSO_ALLOWED_RANGES: 'localhost' })
  expect(wrong.error?.issues.map(({ path }) => path[0])).toEqual(['SSO_SECRETS', 'SSO_ALLOWED_RANGES'])
})
