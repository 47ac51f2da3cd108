import { createLocalJWKSet, compactVerify, errors } from 'jose'
import { expect, test } from 'vitest'
import type { Receipt } from '../postgres/read-receipt.ts'
import { receiptBody } from './receipt-body.ts'
import { createReceiptSigner, receiptKeySettings } from './receipt-signer.ts'

const clock = { wallMs: () => Date.parse('2026-11-16T12:00:00Z') }
const [older, newer] = ['2026-10', '2026-11'].map(
  (id, index) => `${id}:${Buffer.alloc(32, index + 1).toString('base64url')}`,
)
const openSigner = (setting: string | undefined) =>
  createReceiptSigner(receiptKeySettings.RECEIPT_KEYS.parse(setting), clock)

const receipt: Receipt = {
  id: '01a1e044-f451-7000-8761-ef97bc11a89c',
  companyId: '01a1e044-f451-7000-8761-ef97bc11a89d',
  concernedCompanyId: null,
  keyId: '01a1e044-f451-7000-8761-ef97bc11a89e',
  alias: 'svc/chat-default',
  operation: 'chat',
  status: 'SUCCEEDED',
  reason: null,
  createdAt: new Date('2026-11-16T11:59:00Z'),
  usage: { promptTokens: 1_000, cachedTokens: 0, completionTokens: 200 },
  price: null,
  chargedMicros: 2_000n,
  givenBackMicros: 0n,
  decision: null,
  heldMicros: 5_000n,
  balanceAfterMicros: 7_000n,
  durationMs: 12,
}

test('the payload of the JWS is the receipt, signed by the current key', async () => {
  const signer = openSigner(newer)
  const { payload, protectedHeader } = await compactVerify(
    (await signer.sign(receipt)) ?? '',
    createLocalJWKSet({ keys: [...signer.publicKeys.keys] }),
  )
  expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: '2026-11' })
  expect(JSON.parse(Buffer.from(payload).toString())).toEqual({
    ...receiptBody(receipt),
    signed_at: '2026-11-16T12:00:00.000Z',
  })
})

test('after a rotation the published keys verify receipts of both keys', async () => {
  const before = await openSigner(older).sign(receipt)
  const signer = openSigner(`${newer},${older}`)
  const keys = createLocalJWKSet({ keys: [...signer.publicKeys.keys] })
  expect((await compactVerify(before ?? '', keys)).protectedHeader.kid).toBe('2026-10')
  const after = (await signer.sign(receipt)) ?? ''
  expect((await compactVerify(after, keys)).protectedHeader.kid).toBe('2026-11')
})

test('the published keys contain nothing private', () => {
  const { keys } = openSigner(newer).publicKeys
  expect(keys).toEqual([
    {
      kty: 'OKP',
      crv: 'Ed25519',
      x: expect.any(String) as unknown,
      kid: '2026-11',
      use: 'sig',
      alg: 'EdDSA',
    },
  ])
})

test('a changed receipt, and one of an unknown key, are not verified', async () => {
  const signer = openSigner(newer)
  const keys = createLocalJWKSet({ keys: [...signer.publicKeys.keys] })
  const [header, payload = '', signature] = ((await signer.sign(receipt)) ?? '').split('.')
  const changed = Buffer.from(payload, 'base64url').toString().replace('0.002000', '0.001000')
  const forged = [header, Buffer.from(changed).toString('base64url'), signature].join('.')
  await expect(compactVerify(forged, keys)).rejects.toBeInstanceOf(errors.JWSSignatureVerificationFailed)
  const foreign = (await openSigner(older).sign(receipt)) ?? ''
  await expect(compactVerify(foreign, keys)).rejects.toBeInstanceOf(errors.JWKSNoMatchingKey)
})

test('without keys receipts are not signed', async () => {
  const signer = openSigner(undefined)
  expect(await signer.sign(receipt)).toBeNull()
  expect(signer.publicKeys).toEqual({ keys: [] })
})

test.each(['2026-11', `2026-11:${'a'.repeat(42)}`, `2026-11:${'a'.repeat(44)}`, `x:${'+'.repeat(43)}`])(
  '%s is not a list of keys',
  (setting) => {
    expect(receiptKeySettings.RECEIPT_KEYS.safeParse(setting).success).toBe(false)
  },
)
