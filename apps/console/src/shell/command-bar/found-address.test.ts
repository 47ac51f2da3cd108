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
  expect(addressOfFound({ kind, id: 'thing', companyId: 'acme' }, { isSuperAdmin: false }, paths)).toBe(
    address,
  )
})

test('a company leads super admins to its page for operators', () => {
  const found = { kind: 'COMPANY', id: 'thing', companyId: 'thing' } as const
  const address = addressOfFound(found, { isSuperAdmin: true }, ['/admin/companies/$companyId'])
  expect(address).toBe('/admin/companies/thing')
})
