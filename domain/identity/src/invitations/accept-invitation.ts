// Joins the holder of an invitation link to the company. An existing user must enter their password, so that a link
// alone does not give access to their account; a new user chooses one.
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { invitationOver, passwordMissing } from '../identity-faults.ts'
import {
  type LoggedIn,
  type LoginActor,
  type LogInDeps,
  type LoginOrigin,
  checkCredentials,
  countAttempt,
  finishLogin,
  logIn,
} from '../login/log-in.ts'
import { joinCompany } from '../memberships.ts'
import { checkPassword } from '../password/change-password.ts'
import { hashLinkToken } from '../token/link-token.ts'
import { type User, createUser } from '../users.ts'
import { type Invitation, invitationColumns, toInvitation } from './invitation.ts'

export type AcceptDeps = LogInDeps & {
  database: Database
  ids: Ids
  /** Called after the commit, also if the login that follows is refused or needs a second factor. */
  onJoined: (membership: JoinedMember) => void
}
export type JoinedMember = { companyId: string; userId: string }
export type Acceptance = LoginOrigin & { token: Secret; password: Secret }

export async function acceptInvitation(
  deps: AcceptDeps,
  { token, password, ...origin }: Acceptance,
  from: LoginActor,
): Promise<LoggedIn> {
  await countAttempt(deps.limits, { kind: 'address', value: origin.addressRange })
  const hash = hashLinkToken(token)
  const invitation = hash && (await findOpen(deps.database, hash))
  if (!hash || !invitation) throw invitationOver()
  // Checked before the account is looked up: a short password is rejected in either case, and reveals nothing.
  checkPassword(password)
  const credentials = { email: invitation.email, password }
  const found = await deps.store.findByEmail(invitation.email)
  if (found) {
    if (found.passwordHash === null) throw passwordMissing()
    const login = await checkCredentials(deps, credentials, origin)
    // Joins before a second factor is confirmed: a membership gives no access to the account, and the link works once.
    deps.onJoined(await inTransaction(deps, (tx) => join({ ...deps, tx }, { hash, user: login.user }, from)))
    return finishLogin(deps, login, origin)
  }
  const passwordHash = await deps.hasher.hash(password.reveal())
  const joined = await inTransaction(deps, async (tx) => {
    const actor = { kind: 'service', id: 'invitation' } as const
    const user = await createUser(
      { ids: deps.ids, tx },
      { email: invitation.email, passwordHash },
      { ...from, actor },
    )
    return join({ ...deps, tx }, { hash, user }, from)
  })
  deps.onJoined(joined)
  return logIn(deps, credentials, origin)
}

function inTransaction<T>({ database }: AcceptDeps, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return database.transaction().execute(work)
}

async function findOpen(database: Database, hash: Buffer): Promise<Invitation | undefined> {
  const row = await database
    .selectFrom('invitations')
    .select(invitationColumns)
    .where('token_hash', '=', hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row && toInvitation(row)
}

/** Throws if the link was used concurrently or has ended in the meantime. */
async function join(
  { ids, tx }: { ids: Ids; tx: Transaction },
  { hash, user }: { hash: Buffer; user: User },
  from: LoginActor,
): Promise<JoinedMember> {
  const row = await tx
    .updateTable('invitations')
    .set({ ended_at: sql`now()`, end_reason: 'ACCEPTED' })
    .where('token_hash', '=', hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(invitationColumns)
    .executeTakeFirst()
  if (!row) throw invitationOver()
  const by = { ...from, actor: { kind: 'user', id: user.id } } as const
  const joined = { companyId: row.company_id, userId: user.id }
  await joinCompany({ ids, tx }, { ...joined, role: row.role }, by)
  await recordAuditEntry(ids, tx, {
    ...by,
    companyId: row.company_id,
    action: 'invitation.accept',
    subject: { kind: 'invitation', id: row.id },
  })
  return joined
}
