import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Secret } from './secret.ts'

test('a secret prints as [secret] however it is printed', () => {
  const secret = new Secret('hunter2')
  const printed = [
    String(secret),
    JSON.stringify({ secret }),
    inspect(secret),
    inspect({ deep: { secret } }, { depth: 9, showHidden: true }),
    JSON.stringify(Object.entries(secret)),
  ].join('\n')
  expect(printed).toContain('[secret]')
  expect(printed).not.toContain('hunter2')
})

test('only reveal returns the value', () => {
  expect(new Secret('hunter2').reveal()).toBe('hunter2')
})
