// Finds the user of a provider's claims, or makes them one, and a member of the company. A company's provider decides
// only about users whose address belongs to a domain that a super admin has confirmed for the company, and never about
// super admins.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import { isStorable } from '@gatehouse/runtime/storable-text'
import type { Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { LoginActor } from '../login/log-in.ts'
import { joinCompany } from '../memberships.ts'
import { type User, checkEmail, createUser, findUserByEmail, toUser, userColumns } from '../users.ts'
import { areConfirmed, domainOf } from './sso-domains.ts'
import type { ProviderClaims } from './provider/openid-provider.ts'
import {
  emailNotVerified,
  emailOutsideDomains,
  identityChanged,
  noSuperAdmins,
  providerFailed,
} from './sso-faults.ts'

type JoinDeps = { ids: Ids; tx: Transaction }
type Identity = { companyId: string; issuer: string; subject: string }

const subjectLengthMax = 255

export async function joinByClaims(
  deps: JoinDeps,
  { companyId, issuer, claims }: { companyId: string; issuer: string; claims: ProviderClaims },
  from: LoginActor,
): Promise<User> {
  const { tx } = deps
  const { subject } = claims
  if (subject.length > subjectLengthMax || !isStorable(subject))
    throw providerFailed('the subject is too long or cannot be stored')
  const email = readVerifiedEmail(claims)
  const identity = { companyId, issuer, subject }
  const found = (await findLinked(tx, identity)) ?? (await findUserByEmail(tx, email))
  const known = found && (await lockUser(tx, found.id))
  // A linked account may have another address than the provider says. Both must be the company's.
  const domains = [email, known?.email ?? email].map(domainOf)
  if (!(await areConfirmed(tx, companyId, domains))) throw emailOutsideDomains()
  if (known?.isSuperAdmin) throw noSuperAdmins()
  const service = { ...from, actor: { kind: 'service', id: 'single-sign-on' } } as const
  const user = known ?? (await createUser(deps, { email, passwordHash: null }, service))
  await link(deps, { ...identity, userId: user.id }, service)
  await joinCompany(deps, { companyId, userId: user.id, role: 'MEMBER' }, service)
  return user
}

function readVerifiedEmail({ email, isEmailVerified }: ProviderClaims): string {
  if (email === undefined || !isEmailVerified) throw emailNotVerified()
  return checkEmail(email)
}

async function findLinked(
  tx: Transaction,
  { companyId, issuer, subject }: Identity,
): Promise<User | undefined> {
  const row = await tx
    .selectFrom('sso_identities')
    .innerJoin('users', 'users.id', 'sso_identities.user_id')
    .select(userColumns.map((column) => `users.${column}` as const))
    .where('company_id', '=', companyId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row && toUser(row)
}

/**
 * Reads the user again, as a concurrent change has left them. A later grant of super admin waits for this login, and then
 * ends its session with the others.
 */
async function lockUser(tx: Transaction, userId: string): Promise<User | undefined> {
  const row = await tx
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  return row && toUser(row)
}

/** Throws if the user is linked to another subject, which is another person to whom the address was given. */
async function link(
  { ids, tx }: JoinDeps,
  { companyId, issuer, subject, userId }: Identity & { userId: string },
  by: AuditActor,
): Promise<void> {
  await tx
    .insertInto('sso_identities')
    .values({ company_id: companyId, issuer, subject, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Fails if another login has linked either of the two to something else in the meantime.
  const linked = await tx
    .updateTable('sso_identities')
    .set({ last_used_at: sql`clock_timestamp()` })
    .where('company_id', '=', companyId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('user_id', '=', userId)
    .returning(sql<boolean>`created_at = now()`.as('is_new'))
    .executeTakeFirst()
  if (!linked) throw identityChanged()
  if (!linked.is_new) return
  await recordAuditEntry(ids, tx, {
    ...by,
    companyId,
    action: 'sso.link',
    subject: { kind: 'user', id: userId },
    details: { issuer, subject },
  })
}
