// Checks the code of a second factor: that of an authenticator app, or a recovery code.
import type { AuditActor } from '@gatehouse/audit/record-audit-entry'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Seal } from '@gatehouse/runtime/seal'
import { Secret } from '@gatehouse/runtime/secret'
import type { Transaction } from '@gatehouse/schema/database'
import { useRecoveryCode } from './recovery-codes.ts'
import { isTotpCode, matchTotpCode } from './totp.ts'

export type CheckCodeDeps = { tx: Transaction; ids: Ids; seal: Seal; clock: Pick<Clock, 'wallMs'> }

export type GivenCode = { userId: string; code: Secret }

/** Returns whether the code is valid, and marks it as used. Runs in the caller's transaction. */
export async function useFactorCode(
  deps: CheckCodeDeps,
  { userId, code }: GivenCode,
  by: AuditActor,
): Promise<boolean> {
  const text = code.reveal().replaceAll(/\s/g, '')
  return isTotpCode(text)
    ? useTotpCode(deps, { userId, code: text, isConfirmed: true })
    : useRecoveryCode(deps, { userId, code: text }, by)
}

/** The row lock makes concurrent uses of one code wait for each other, so that only the first succeeds. */
export async function useTotpCode(
  { tx, seal, clock }: CheckCodeDeps,
  { userId, code, isConfirmed }: { userId: string; code: string; isConfirmed: boolean },
): Promise<boolean> {
  const factor = await tx
    .selectFrom('totp_factors')
    .select(['sealed_secret', 'secret_id', 'last_step'])
    .where('user_id', '=', userId)
    .where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!factor) return false
  const secret = new Secret(seal.open(userId, { sealed: factor.sealed_secret, secretId: factor.secret_id }))
  const lastStep = factor.last_step === null ? undefined : Number(factor.last_step)
  const step = matchTotpCode(secret, code, { timeMs: clock.wallMs(), lastStep })
  if (step === undefined) return false
  await tx
    .updateTable('totp_factors')
    .set({ last_step: BigInt(step) })
    .where('user_id', '=', userId)
    .execute()
  return true
}
