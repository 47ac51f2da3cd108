// The token of a mailed link: 256 random bits, of which the database stores only the hash.
import { createHash } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import type { FillRandom } from './refresh-token.ts'

const tokenBytes = 32
const shape = /^[\w-]{43}$/

export function mintLinkToken(fillRandom: FillRandom): { token: Secret; hash: Buffer } {
  const bytes = Buffer.alloc(tokenBytes)
  fillRandom(bytes)
  const text = bytes.toString('base64url')
  return { token: new Secret(text), hash: hashText(text) }
}

/** Undefined if the text does not have the shape of a token. */
export function hashLinkToken(token: Secret): Buffer | undefined {
  const text = token.reveal()
  return shape.test(text) ? hashText(text) : undefined
}

function hashText(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
