// Revokes open invitations whose sender may no longer invite, or whose role must not be taken up any more.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { Membership } from '../memberships.ts'

type EndDeps = { ids: Ids; tx: Transaction }
type MemberKey = Pick<Membership, 'companyId' | 'userId'>

/** For a former admin of the company. */
export async function endInvitationsOf(
  deps: EndDeps,
  { companyId, userId }: MemberKey,
  by: AuditActor,
): Promise<void> {
  const ended = await openInvitations(deps)
    .where('company_id', '=', companyId)
    .where('invited_by', '=', userId)
    .execute()
  await recordEnds(deps, ended, by)
}

/** For a former super admin. Their invitations to companies of which they are an admin stay open. */
export async function endInvitationsOfFormerSuperAdmin(
  deps: EndDeps,
  userId: string,
  by: AuditActor,
): Promise<void> {
  const ended = await openInvitations(deps)
    .where('invited_by', '=', userId)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('memberships')
            .select('role')
            .whereRef('memberships.company_id', '=', 'invitations.company_id')
            .where('user_id', '=', userId)
            .where('role', '=', 'ADMIN'),
        ),
      ),
    )
    .execute()
  await recordEnds(deps, ended, by)
}

/**
 * For a member who was removed or has a new role, so that an earlier invitation does not undo that. A member has one if
 * they joined by single sign-on, or changed their address, before they opened its link.
 */
export async function endInvitationsTo(
  deps: EndDeps,
  { companyId, userId }: MemberKey,
  by: AuditActor,
): Promise<void> {
  const ended = await openInvitations(deps)
    .where('company_id', '=', companyId)
    .where(sql<boolean>`lower(email) = (select lower(users.email) from users where users.id = ${userId})`)
    .execute()
  await recordEnds(deps, ended, by)
}

function openInvitations({ tx }: EndDeps) {
  return tx
    .updateTable('invitations')
    .set({ ended_at: sql`now()`, end_reason: 'REVOKED' })
    .where('ended_at', 'is', null)
    .returning(['id', 'company_id', 'email', 'invited_by'])
}

type Ended = { id: string; company_id: string; email: string; invited_by: string | null }

async function recordEnds({ ids, tx }: EndDeps, ended: readonly Ended[], by: AuditActor): Promise<void> {
  for (const { id, company_id: companyId, email, invited_by: invitedBy } of ended) {
    await recordAuditEntry(ids, tx, {
      ...by,
      companyId,
      action: 'invitation.revoke',
      subject: { kind: 'invitation', id },
      details: { email, ...(invitedBy === null ? {} : { invited_by: invitedBy }) },
    })
  }
}
