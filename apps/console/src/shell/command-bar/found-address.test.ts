import { expect, test } from 'vitest'
import { addressOfFound } from './found-address.ts'

const paths = [
  '/c/$companyId',
  '/c/$companyId/calls',
  '/c/$companyId/calls/$callId',
  '/c/$companyId/profile/billing',
]

test.each([
  ['COMPANY', '/c/thing'],
  ['CALL', '/c/acme/calls/thing'],
  ['INVOICE', '/c/acme/profile/billing'],
  ['JOB', undefined],
  ['KEY', undefined],
] as const)('a found %s leads to %s', (kind, address) => {
  expect(addressOfFound({ kind, id: 'thing', companyId: 'acme' }, paths)).toBe(address)
})
