// Changes and removes members. A company keeps at least one admin, because only an admin can invite members.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { lastAdmin, unknownMember } from './identity-faults.ts'
import { endInvitationsOf, endInvitationsTo } from './invitations/end-invitations.ts'
import { type Membership, type MembershipRole, addMembership } from './memberships.ts'

export type ChangeMemberDeps = { database: Database; ids: Ids }
type MemberKey = Pick<Membership, 'companyId' | 'userId'>

export async function changeMemberRole(
  { database, ids }: ChangeMemberDeps,
  membership: Membership,
  by: AuditActor,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    // Before the members are locked, as when an invitation is accepted.
    await endInvitationsTo({ ids, tx }, membership, by)
    const role = await lockMembers(tx, membership)
    if (role === membership.role) return
    await addMembership({ ids, tx }, membership, by)
    if (membership.role !== 'ADMIN') await endInvitationsOf({ ids, tx }, membership, by)
  })
}

export async function removeMember(
  { database, ids }: ChangeMemberDeps,
  member: MemberKey,
  by: AuditActor,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await endInvitationsTo({ ids, tx }, member, by)
    const role = await lockMembers(tx, member)
    await tx
      .deleteFrom('memberships')
      .where('company_id', '=', member.companyId)
      .where('user_id', '=', member.userId)
      .execute()
    // The address may be given to another person, who is then linked anew.
    await tx
      .deleteFrom('sso_identities')
      .where('company_id', '=', member.companyId)
      .where('user_id', '=', member.userId)
      .execute()
    await recordAuditEntry(ids, tx, {
      ...by,
      companyId: member.companyId,
      action: 'membership.remove',
      subject: { kind: 'user', id: member.userId },
      details: { role },
    })
    await endInvitationsOf({ ids, tx }, member, by)
  })
}

/** Locks all admins: if two admins remove each other concurrently, the second is refused as the last one. */
async function lockMembers(
  tx: Transaction,
  { companyId, userId, role }: MemberKey & { role?: MembershipRole },
): Promise<MembershipRole> {
  const members = await tx
    .selectFrom('memberships')
    .select(['user_id', 'role'])
    .where('company_id', '=', companyId)
    .where((where) => where.or([where('role', '=', 'ADMIN'), where('user_id', '=', userId)]))
    .orderBy('user_id')
    .forUpdate()
    .execute()
  const own = members.find((member) => member.user_id === userId)
  if (!own) throw unknownMember()
  const admins = members.filter((member) => member.role === 'ADMIN')
  if (own.role === 'ADMIN' && role !== 'ADMIN' && admins.length === 1) throw lastAdmin()
  return own.role
}
