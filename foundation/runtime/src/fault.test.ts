import { expect, test } from 'vitest'
import { assert } from './assert.ts'
import { Fault, isRetryable, toFault } from './fault.ts'

// Codes for the tests of all packages.
declare module './fault.ts' {
  interface FaultCodes {
    test:
      | 'test.away'
      | 'test.bad'
      | 'test.case'
      | 'test.denied'
      | 'test.down'
      | 'test.fault'
      | 'test.not_a_cv'
      | 'test.unknown'
  }
}

const fault = (details: Partial<ConstructorParameters<typeof Fault>[0]>) =>
  new Fault({ kind: 'internal', code: 'test.case', publicMessage: 'text', ...details })

test('a code that no package has registered does not compile', () => {
  // @ts-expect-error: the code is misspelled
  const typo = new Fault({ kind: 'internal', code: 'internal.unexpectd', publicMessage: 'text' })
  // @ts-expect-error: a comparison with a misspelled code does not compile either
  expect(typo.code === 'internal.unexpectd').toBe(true)
})

test('an unforeseen error becomes an internal fault that reveals nothing', () => {
  const cause = new Error('password=hunter2 at db.internal')
  const translated = toFault(cause)
  expect(translated).toMatchObject({ kind: 'internal', code: 'internal.unexpected', cause })
  expect(translated.publicMessage).not.toContain('hunter2')
})

test('a fault passes through the translation unchanged', () => {
  const original = fault({ kind: 'denied' })
  expect(toFault(original)).toBe(original)
})

test.each([
  [{ kind: 'unavailable' as const }, true],
  [{ kind: 'unavailable' as const, retryAfterMs: 100, isOutcomeUnknown: true }, false],
  [{ kind: 'exhausted' as const, retryAfterMs: 100 }, true],
  [{ kind: 'exhausted' as const }, false],
  [{ kind: 'conflict' as const, retryAfterMs: 100 }, true],
  [{ kind: 'conflict' as const }, false],
  [{ kind: 'invalid' as const, retryAfterMs: 100 }, false],
  [{ kind: 'internal' as const }, false],
])('%o is retryable: %s', (details, expected) => {
  expect(isRetryable(fault(details))).toBe(expected)
})

test('a failed assertion is an internal fault whose reason only operators see', () => {
  expect(() => assert(false, 'the balance is negative')).toThrow(
    expect.objectContaining({
      kind: 'internal',
      code: 'internal.assertion',
      context: { reason: 'the balance is negative' },
      publicMessage: expect.not.stringContaining('balance') as string,
    }),
  )
})
