import { createHash } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'
import type { MembershipRole } from '../memberships.ts'

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

export const invitationColumns = [
  'id',
  'company_id',
  'email',
  'role',
  'created_at',
  'expires_at',
] as const satisfies readonly (keyof Tables['invitations'])[]

type InvitationRow = Pick<Selectable<Tables['invitations']>, (typeof invitationColumns)[number]>

export function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    companyId: row.company_id,
    email: row.email,
    role: row.role,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
