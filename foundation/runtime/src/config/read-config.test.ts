import { expect, test } from 'vitest'
import { z } from 'zod'
import { addressRanges, port, secretUrl, url, wholeNumber, wholeNumberOr } from './config-fields.ts'
import { describeViolations, readConfig } from './read-config.ts'

const schema = z.object({
  PORT: port(8080),
  DATABASE_URL: secretUrl('postgres'),
  SIZE_MAX: wholeNumber({ min: 1, max: 10 }),
  PAGE_URL: url('https').optional(),
  TRUSTED: addressRanges(),
})
const valid = { DATABASE_URL: 'postgres://user:hunter2@db/app', SIZE_MAX: '3' }

function violationsOf(environment: Record<string, string>) {
  const outcome = readConfig(schema, environment)
  return outcome.kind === 'invalid' ? outcome.violations.map(({ setting }) => setting) : []
}

test('all violations are reported together', () => {
  expect(violationsOf({ PORT: 'http', PAGE_URL: 'http://x', TRUSTED: '10.0.0.0/8, nonsense' })).toEqual([
    'PORT',
    'DATABASE_URL',
    'SIZE_MAX',
    'PAGE_URL',
    'TRUSTED',
  ])
})

test('a violation names the setting and what to write, and never reveals a secret', () => {
  const outcome = readConfig(schema, { DATABASE_URL: 'hunter2', SIZE_MAX: '11' })
  const text = outcome.kind === 'invalid' ? describeViolations('gateway', outcome.violations) : ''
  expect(text).toContain('gateway: 2 settings are wrong')
  expect(text).toContain('DATABASE_URL  must be a URL starting with postgres://')
  expect(text).toContain('SIZE_MAX      must be a whole number from 1 to 10')
  expect(text).not.toContain('hunter2')
})

test('an absent setting is reported as missing', () => {
  const outcome = readConfig(schema, { SIZE_MAX: '1' })
  expect(outcome).toEqual({
    kind: 'invalid',
    violations: [{ setting: 'DATABASE_URL', message: 'is missing' }],
  })
})

test('a blank setting counts as not set', () => {
  expect(violationsOf({ ...valid, PORT: '', PAGE_URL: '  ' })).toEqual([])
  expect(violationsOf({ ...valid, SIZE_MAX: '' })).toEqual(['SIZE_MAX'])
})

test('a valid configuration is frozen, has its defaults and hides its secrets', () => {
  const outcome = readConfig(schema, valid)
  if (outcome.kind === 'invalid') throw new Error('expected a valid configuration')
  expect(outcome.config.PORT).toBe(8080)
  expect(JSON.stringify(outcome.config)).not.toContain('hunter2')
  expect(Object.isFrozen(outcome.config)).toBe(true)
  expect(Object.isFrozen(outcome.config.TRUSTED)).toBe(true)
})

test.each(['1.5', '1e3', '0x10', ' ', '11', '0', '-1', '999999999999999999'])(
  '%j is not a whole number from 1 to 10',
  (text) => {
    expect(
      readConfig(z.object({ N: wholeNumberOr(5, { min: 1, max: 10 }) }), { N: text, M: '1' }),
    ).toMatchObject(text.trim() === '' ? { kind: 'valid', config: { N: 5 } } : { kind: 'invalid' })
  },
)

test.each(['10.0.0.0/33', '::1/129', '10.0.0/8', 'localhost', '1.2.3.4/8/8', '1.2.3.4/'])(
  '%j is not an address range',
  (text) => {
    expect(readConfig(z.object({ R: addressRanges() }), { R: text }).kind).toBe('invalid')
  },
)
