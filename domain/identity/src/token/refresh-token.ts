// A refresh token is 256 random bits that identify a row in the database, which stores only their hash.
import { createHash } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'

/** `randomFillSync` of node:crypto. */
export type FillRandom = (bytes: Uint8Array) => unknown

export type RefreshToken = { token: Secret; expiresAt: Date }

const tokenBytes = 32
const shape = /^[\w-]{43}$/

// A user who returns within two weeks stays logged in, but for at most three months.
export const refreshTokenDays = 14
export const sessionDays = 90

export function mintRefreshToken(fillRandom: FillRandom): Secret {
  const bytes = Buffer.alloc(tokenBytes)
  fillRandom(bytes)
  return new Secret(bytes.toString('base64url'))
}

export function hashRefreshToken(token: Secret): Buffer {
  return createHash('sha256').update(token.reveal()).digest()
}

export function isRefreshToken(text: string): boolean {
  return shape.test(text)
}
