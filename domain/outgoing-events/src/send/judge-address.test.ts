import { expect, test } from 'vitest'
import { createJudgeAddress } from './judge-address.ts'

const judge = createJudgeAddress([])

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:a00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
])('%s is forbidden', (address) => {
  expect(judge(address)).toBe('forbidden')
})

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '::ffff:8.8.8.8', '2606:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => {
    expect(judge(address)).toBe('public')
  },
)

test('named ranges are allowed, in every form of the address, and no others', () => {
  const inTests = createJudgeAddress([
    { address: '127.0.0.0', prefixBits: 8, family: 'ipv4' },
    { address: '::1', prefixBits: 128, family: 'ipv6' },
  ])
  expect(['127.0.0.1', '::ffff:127.0.0.1', '::1', '0:0:0:0:0:0:0:1'].map(inTests)).toEqual(
    Array.from({ length: 4 }, () => 'allowed'),
  )
  expect(['10.0.0.1', '::2'].map(inTests)).toEqual(['forbidden', 'forbidden'])
})
