// Signs receipts, so that a company can show one to others, who verify it with the published keys and without asking us.
// A receipt can change later, by a refund or a decision, so the time of signing is signed too.
import { type KeyObject, createPrivateKey, createPublicKey } from 'node:crypto'
import type { Clock } from '@gatehouse/runtime/clock'
import { type NamedSecret, type NamedSecrets, namedSecrets } from '@gatehouse/runtime/named-secrets'
import { CompactSign } from 'jose'
import type { Receipt } from '../postgres/read-receipt.ts'
import { receiptBody } from './receipt-body.ts'

export type ReceiptSigner = {
  /** Returns the receipt as a compact JWS whose payload is its JSON; null if no key is configured. */
  sign(receipt: Receipt): Promise<string | null>
  /** The JSON Web Key Set with the public keys. */
  publicKeys: { keys: readonly PublicKey[] }
}

type PublicKey = { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; use: 'sig'; alg: 'EdDSA' }

const seed = /^[\w-]{43}$/

/** The setting of the services that return receipts; spread it into the app's own schema. */
export const receiptKeySettings = {
  RECEIPT_KEYS: namedSecrets('key')
    .refine(
      ({ current, previous = [] }) =>
        [current, ...previous].every(({ secret }) => seed.test(secret.reveal())),
      'must have secrets that gatehouse receipt-key made: 32 bytes in base64url',
    )
    .optional(),
}

export function createReceiptSigner(
  keys: NamedSecrets | undefined,
  clock: Pick<Clock, 'wallMs'>,
): ReceiptSigner {
  if (!keys) return { sign: async () => null, publicKeys: { keys: [] } }
  const { current, previous = [] } = keys
  const signingKey = toPrivateKey(current)
  return {
    sign(receipt) {
      const signedAt = new Date(clock.wallMs()).toISOString()
      const payload = JSON.stringify({ ...receiptBody(receipt), signed_at: signedAt })
      return new CompactSign(Buffer.from(payload))
        .setProtectedHeader({ alg: 'EdDSA', kid: current.id })
        .sign(signingKey)
    },
    publicKeys: { keys: [current, ...previous].map(toPublicKey) },
  }
}

/** The fixed start of an Ed25519 private key in PKCS #8 (RFC 8410); the 32 bytes of the seed follow. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

function toPrivateKey({ secret }: NamedSecret): KeyObject {
  const key = Buffer.concat([pkcs8Prefix, Buffer.from(secret.reveal(), 'base64url')])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

function toPublicKey(named: NamedSecret): PublicKey {
  const { x = '' } = createPublicKey(toPrivateKey(named)).export({ format: 'jwk' })
  return { kty: 'OKP', crv: 'Ed25519', x, kid: named.id, use: 'sig', alg: 'EdDSA' }
}
