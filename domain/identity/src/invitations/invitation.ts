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
