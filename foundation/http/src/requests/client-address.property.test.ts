import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTrustedProxies, findClientAddress, normaliseAddress } from './client-address.ts'

test('a forged X-Forwarded-For header never changes the address a client is counted by', () => {
  const trusted = createTrustedProxies([{ address: '10.0.0.0', prefixBits: 8, family: 'ipv4' }])
  const entry = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string({ maxLength: 30 }))
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 50 }), (forged) => {
      const header = forged.join(',')
      expect(findClientAddress(trusted, '203.0.113.9', header)).toBe('203.0.113.9')
      // Our proxy appends the address it saw, so the right-most entry is the client's.
      expect(findClientAddress(trusted, '10.0.0.1', `${header}, 203.0.113.9`)).toBe('203.0.113.9')
    }),
    { numRuns: 1_000 },
  )
})

test('every spelling of an IPv6 address normalises to the same one', () => {
  const part = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }))
  const parts = fc.array(part, { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(parts, fc.array(fc.nat(3), { minLength: 8, maxLength: 8 }), (numbers, spellings) => {
      const written = numbers.map((number, index) => {
        const spelling = spellings[index] ?? 0
        const digits = number.toString(16).padStart(spelling % 2 === 0 ? 4 : 1, '0')
        return spelling > 1 ? digits.toUpperCase() : digits
      })
      const plain = numbers.map((number) => number.toString(16)).join(':')
      const one = normaliseAddress(written.join(':'))
      expect(one).toBeDefined()
      expect(one).toBe(normaliseAddress(plain))
      // Normalising is idempotent, so normalising twice does not make a second client.
      expect(normaliseAddress(one ?? '')).toBe(one)
    }),
    { numRuns: 1_000 },
  )
})
