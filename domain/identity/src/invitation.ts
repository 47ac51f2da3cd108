import { createHash } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import type { MembershipRole } from './membership.ts'

/** An invitation to join a company. */
export type Invitation = Readonly<{
  id: string
  companyId: string
  email: string
  role: MembershipRole
  createdAt: Date
  expiresAt: Date
}>

export const invitationDays = 7

const tokenBytes = 32
const shape = /^[\w-]{43}$/

export function mintInvitationToken(fillRandom: (bytes: Uint8Array) => unknown): Secret {
  const bytes = Buffer.alloc(tokenBytes)
  fillRandom(bytes)
  return new Secret(bytes.toString('base64url'))
}

/** Undefined if the text does not have the shape of a token. */
export function hashInvitationToken(token: Secret): Buffer | undefined {
  const text = token.reveal()
  return shape.test(text) ? createHash('sha256').update(text).digest() : undefined
}
