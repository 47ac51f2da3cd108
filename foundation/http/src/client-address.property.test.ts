import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTrustedProxies, findClientAddress } from './client-address.ts'

test('whatever header a stranger sends, the stranger is counted by their own address', () => {
  const trusted = createTrustedProxies([{ address: '10.0.0.0', prefixBits: 8, family: 'ipv4' }])
  const entry = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string({ maxLength: 30 }))
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 50 }), (forged) => {
      const header = forged.join(',')
      expect(findClientAddress(trusted, '203.0.113.9', header)).toBe('203.0.113.9')
      // Our proxy appends what it saw, so the right-most entry is the truth.
      expect(findClientAddress(trusted, '10.0.0.1', `${header}, 203.0.113.9`)).toBe('203.0.113.9')
    }),
    { numRuns: 1_000 },
  )
})
