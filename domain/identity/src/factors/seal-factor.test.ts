import { randomFillSync } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import { expect, test } from 'vitest'
import { createFactorSeal } from './seal-factor.ts'

const secret = (id: string) => ({ id, secret: new Secret(`${id} `.repeat(16)) })

test('a sealed factor is opened for its user only, also with a previous secret', () => {
  const old = createFactorSeal({ current: secret('a'), previous: [] }, randomFillSync)
  const sealed = old.seal('user', 'JBSWY3DP')
  const seal = createFactorSeal({ current: secret('b'), previous: [secret('a')] }, randomFillSync)
  expect(seal.open('user', sealed)).toBe('JBSWY3DP')
  expect(() => seal.open('other', sealed)).toThrow('unable to authenticate data')
})

test('a fault says which secret is missing', () => {
  const sealed = createFactorSeal({ current: secret('a'), previous: [] }, randomFillSync).seal('user', 'x')
  const seal = createFactorSeal({ current: secret('b'), previous: [] }, randomFillSync)
  const faultOf = (work: () => unknown) => {
    try {
      return work()
    } catch (thrown) {
      return thrown
    }
  }
  expect(faultOf(() => seal.open('user', sealed))).toMatchObject({
    kind: 'unavailable',
    code: 'identity.factor_secret_missing',
    publicMessage:
      'FACTOR_SECRETS lacks the secret a, with which a second factor is sealed. Add it to FACTOR_SECRETS.',
  })
  const none = createFactorSeal(undefined, randomFillSync)
  const publicMessage = 'Authenticator apps are unavailable: set FACTOR_SECRETS for the backend.'
  expect(faultOf(() => none.seal('user', 'x'))).toMatchObject({ publicMessage })
  expect(faultOf(() => none.open('user', sealed))).toMatchObject({ publicMessage })
})
