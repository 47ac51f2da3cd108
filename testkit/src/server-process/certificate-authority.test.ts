import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCertificateAuthority } from './certificate-authority.ts'

test('a certificate names its host and is signed by its authority, and by no other of the same name', () => {
  const [authority, other] = [createCertificateAuthority('Test'), createCertificateAuthority('Test')]
  const root = new X509Certificate(authority.cert)
  expect([root.ca, root.subject]).toEqual([true, 'CN=Test'])
  const issued = new X509Certificate(authority.issue('127.0.0.1').cert)
  expect([issued.checkIP('127.0.0.1'), issued.checkIP('127.0.0.2')]).toEqual(['127.0.0.1', undefined])
  expect(issued.verify(root.publicKey)).toBe(true)
  expect(issued.verify(new X509Certificate(other.cert).publicKey)).toBe(false)
  const named = new X509Certificate(authority.issue('receiver.example').cert)
  expect([named.checkHost('receiver.example'), named.checkHost('example')]).toEqual([
    'receiver.example',
    undefined,
  ])
})

test('a certificate is valid for the asked time', () => {
  const until = new Date('2026-01-02T03:04:05Z')
  const { cert } = createCertificateAuthority('Test').issue('a.example', { until })
  expect(new X509Certificate(cert).validToDate).toEqual(until)
})
