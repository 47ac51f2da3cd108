import { expect, test } from 'vitest'
import {
  createAddressFinder,
  createTrustedProxies,
  findClientAddress,
  normaliseAddress,
} from './client-address.ts'

const ranges = [
  { address: '10.0.0.0', prefixBits: 8, family: 'ipv4' },
  { address: 'fd00::', prefixBits: 8, family: 'ipv6' },
] as const
const trusted = createTrustedProxies(ranges)
const none = createTrustedProxies([])

test.each([
  ['a header from an unknown peer is ignored', '203.0.113.9', '1.2.3.4', '203.0.113.9'],
  ['behind our proxy the address it saw is used', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['entries that the client itself wrote are ignored', '10.0.0.1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
  ['a chain of our proxies is followed', '10.0.0.1', '203.0.113.9, 10.9.9.9, 10.8.8.8', '203.0.113.9'],
  ['a request from inside our network has the innermost address', '10.0.0.1', '10.1.1.1', '10.1.1.1'],
  ['garbage stops the search at the last trusted address', '10.0.0.1', '203.0.113.9, unknown', '10.0.0.1'],
  ['without the header the peer address is used', '10.0.0.1', undefined, '10.0.0.1'],
  ['a mapped IPv4 peer is recognised', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['ports and brackets are dropped', '10.0.0.1', '[2001:DB8::1]:443', '2001:db8::1'],
  ['an IPv6 proxy is recognised', 'fd00::1', '203.0.113.9:5000', '203.0.113.9'],
  ['a missing peer has no address', undefined, '1.2.3.4', undefined],
  ['a mapped IPv4 peer is recognised in hexadecimal', '::ffff:a00:1', '203.0.113.9', '203.0.113.9'],
])('%s', (_guarantee, peer, forwardedFor, expected) => {
  expect(findClientAddress(trusted, peer, forwardedFor)).toBe(expected)
})

test('a remembered address is that of the same peer with the same header', () => {
  const find = createAddressFinder(ranges)
  const asked = Array.from({ length: 2_500 }, (_, index) => `203.0.${index % 250}.${Math.floor(index / 250)}`)
  for (let round = 0; round < 2; round += 1) {
    for (const client of asked) {
      expect(find('10.0.0.1', client)).toBe(client)
      expect(find('203.0.113.9', client)).toBe('203.0.113.9')
    }
    expect(find('10.0.0.1', undefined)).toBe('10.0.0.1')
    expect(find(undefined, '203.0.113.9')).toBeUndefined()
    expect(find('10.0.0.1', `${'6.6.6.6, '.repeat(100)}203.0.113.9`)).toBe('203.0.113.9')
  }
})

test('with no trusted proxy the header never counts', () => {
  expect(findClientAddress(none, '10.0.0.1', '1.2.3.4')).toBe('10.0.0.1')
})

test.each(['', 'unknown', '1.2.3', '1.2.3.4.5', '999.1.1.1', '_hidden', '[::1', '1.2.3.4:port'])(
  '%j is not an address',
  (text) => {
    expect(normaliseAddress(text)).toBeUndefined()
  },
)

test.each([
  ['2001:0DB8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['[2001:DB8::0001]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['::ffff:7f00:1', '127.0.0.1'],
  ['0:0:0:0:0:FFFF:7F00:0001', '127.0.0.1'],
  ['::127.0.0.1', '::7f00:1'],
])('%s is normalised to %s', (text, expected) => {
  expect(normaliseAddress(text)).toBe(expected)
})
