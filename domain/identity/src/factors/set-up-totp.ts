// An authenticator app as second factor: set up, confirmed with a first code, disabled with the password and a code.
import { type AuditActor, type AuditEntry, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { countAttempt } from '../login/log-in.ts'
import { requirePassword } from '../password/require-password.ts'
import type { User } from '../users.ts'
import { useTotpCode } from './check-code.ts'
import type { FactorDeps } from './complete-login.ts'
import { withCode } from './confirm-factor.ts'
import { factorSubject } from './confirm-login.ts'
import { totpActive, totpNotSetUp, wrongCode } from './factor-faults.ts'
import { hasFactor } from './read-factors.ts'
import { issueFirstRecoveryCodes, issueRecoveryCodes } from './recovery-codes.ts'
import { mintTotpSecret, totpUri } from './totp.ts'

/** The name that authenticator apps show. */
const issuer = 'Gatehouse'

export type NewTotp = { secret: Secret; uri: string }

/** The app is not asked for at logins before `confirmTotp`. A repeat replaces a secret that was not confirmed. */
export async function setUpTotp(
  deps: FactorDeps,
  { user, password }: { user: User; password: Secret },
  by: AuditActor,
): Promise<NewTotp> {
  await requirePassword(deps, user, password)
  const secret = mintTotpSecret(deps.fillRandom)
  const { sealed, secretId } = deps.seal.seal(user.id, secret.reveal())
  await deps.database.transaction().execute(async (tx) => {
    const stored = await sql`
      insert into totp_factors as factor (user_id, sealed_secret, secret_id)
      values (${user.id}, ${sealed}, ${secretId})
      on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, secret_id = excluded.secret_id
        where factor.confirmed_at is null
      returning user_id`.execute(tx)
    if (stored.rows.length === 0) throw totpActive()
    await audit({ ...deps, tx }, { action: 'user.set_up_totp', userId: user.id }, by)
  })
  return { secret, uri: totpUri(secret, { issuer, account: user.email }) }
}

/** Returns new recovery codes, or none if the user has some. */
export async function confirmTotp(
  deps: FactorDeps,
  { user, code }: { user: User; code: Secret },
  by: AuditActor,
): Promise<string[]> {
  const subject = factorSubject(user.id)
  await countAttempt(deps.limits, subject)
  const codes = await deps.database.transaction().execute(async (tx) => {
    const pending = await tx
      .selectFrom('totp_factors')
      .select('user_id')
      .where('user_id', '=', user.id)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst()
    if (!pending) throw totpNotSetUp()
    const given = { userId: user.id, code: code.reveal().replaceAll(/\s/g, ''), isConfirmed: false }
    if (!(await useTotpCode({ ...deps, tx }, given))) throw wrongCode()
    await tx
      .updateTable('totp_factors')
      .set({ confirmed_at: sql`now()` })
      .where('user_id', '=', user.id)
      .execute()
    await audit({ ...deps, tx }, { action: 'user.enable_totp', userId: user.id }, by)
    return issueFirstRecoveryCodes({ ...deps, tx }, user.id, by)
  })
  await deps.limits.clear(subject)
  return codes
}

export type ConfirmedUser = { user: User; password: Secret; code: Secret }

/** The recovery codes end with the last factor. */
export async function disableTotp(
  deps: FactorDeps,
  { user, password, code }: ConfirmedUser,
  by: AuditActor,
): Promise<void> {
  await requirePassword(deps, user, password)
  await withCode(deps, { userId: user.id, code, by }, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('totp_factors')
      .where('user_id', '=', user.id)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw totpNotSetUp()
    await endCodesOfLastFactor(tx, user.id)
    await audit({ ...deps, tx }, { action: 'user.disable_totp', userId: user.id }, by)
  })
}

/** Replaces all recovery codes, used or not. */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  { user, password, code }: ConfirmedUser,
  by: AuditActor,
): Promise<string[]> {
  await requirePassword(deps, user, password)
  return withCode(deps, { userId: user.id, code, by }, (tx) =>
    issueRecoveryCodes({ ...deps, tx }, user.id, by),
  )
}

/** Runs in the caller's transaction, after a factor was removed. */
export async function endCodesOfLastFactor(tx: Transaction, userId: string): Promise<void> {
  if (await hasFactor(tx, userId)) return
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

async function audit(
  { ids, tx }: Pick<FactorDeps, 'ids'> & { tx: Transaction },
  { action, userId }: { action: AuditEntry['action']; userId: string },
  by: AuditActor,
): Promise<void> {
  await recordAuditEntry(ids, tx, {
    ...by,
    companyId: null,
    action,
    subject: { kind: 'user', id: userId },
  })
}
