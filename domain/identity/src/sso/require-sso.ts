import type { Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { Fault } from '@gatehouse/runtime/fault'
import { ssoRequired } from './sso-faults.ts'

/**
 * Throws if a company of the user enforces single sign-on for the domain of their address. Super admins are exempt, so
 * that they can help a company whose provider fails.
 */
export async function refuseIfSsoIsEnforced(
  tx: Transaction,
  userId: string,
  createFault: () => Fault = ssoRequired,
): Promise<void> {
  const enforced = await tx
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .innerJoin('sso_connections', 'sso_connections.company_id', 'memberships.company_id')
    .innerJoin('sso_domains', 'sso_domains.company_id', 'memberships.company_id')
    .select('memberships.company_id')
    .where('users.id', '=', userId)
    .where('users.is_super_admin', '=', false)
    .where('sso_connections.is_enforced', '=', true)
    .where('sso_domains.confirmed_at', 'is not', null)
    .where('sso_domains.domain', '=', sql<string>`lower(split_part(users.email, '@', 2))`)
    .executeTakeFirst()
  if (enforced) throw createFault()
}
