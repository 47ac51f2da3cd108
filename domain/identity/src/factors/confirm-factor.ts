// Asks a logged-in user for their second factor, before a change for which the password alone is not enough.
import type { AuditActor } from '@gatehouse/audit/record-audit-entry'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Transaction } from '@gatehouse/schema/database'
import { type FoundAccount, countAttempt } from '../login/log-in.ts'
import { useFactorCode } from './check-code.ts'
import type { FactorDeps } from './complete-login.ts'
import { factorSubject } from './confirm-login.ts'
import { codeRequired, wrongCode } from './factor-faults.ts'

export type Confirmation = { userId: string; code: Secret; by: AuditActor }

/** Does the work in one transaction with the use of the code: if either fails, neither has happened. */
export async function withCode<T>(
  deps: FactorDeps,
  { userId, code, by }: Confirmation,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const subject = factorSubject(userId)
  await countAttempt(deps.limits, subject)
  const result = await deps.database.transaction().execute(async (tx) => {
    if (!(await useFactorCode({ ...deps, tx }, { userId, code }, by))) throw wrongCode()
    return work(tx)
  })
  await deps.limits.clear(subject)
  return result
}

/** As `withCode`, but a user without a second factor needs no code. The password must have been checked. */
export async function withFactor<T>(
  deps: FactorDeps,
  {
    account: { user, factorMethods },
    code,
    by,
  }: { account: FoundAccount; code: Secret | null; by: AuditActor },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (factorMethods.length === 0) return deps.database.transaction().execute(work)
  if (code === null) throw codeRequired(factorMethods)
  return withCode(deps, { userId: user.id, code, by }, work)
}
