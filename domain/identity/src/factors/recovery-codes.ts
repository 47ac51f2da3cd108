// Recovery codes replace a lost second factor. Each works once.
import { createHash } from 'node:crypto'
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { FillRandom } from '../token/refresh-token.ts'
import { toBase32 } from './totp.ts'

const codesPerUser = 10
// 80 bits: a stolen hash cannot be reversed by trying all codes.
const codeBytes = 10

export type CodeDeps = { tx: Transaction; ids: Ids; fillRandom: FillRandom }

/** Replaces all codes of the user. The codes are returned only here. Runs in the caller's transaction. */
export async function issueRecoveryCodes(
  { tx, ids, fillRandom }: CodeDeps,
  userId: string,
  by: AuditActor,
): Promise<string[]> {
  const codes = Array.from({ length: codesPerUser }, () => mintCode(fillRandom))
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(code) })))
    .execute()
  await recordAuditEntry(ids, tx, {
    ...by,
    companyId: null,
    action: 'user.issue_recovery_codes',
    subject: { kind: 'user', id: userId },
    details: { codes: codes.length },
  })
  return codes
}

/** Issues codes unless the user still has some, which stay valid; then the list is empty. */
export async function issueFirstRecoveryCodes(
  deps: CodeDeps,
  userId: string,
  by: AuditActor,
): Promise<string[]> {
  const left = await countRecoveryCodes(deps.tx, userId)
  return left > 0 ? [] : issueRecoveryCodes(deps, userId, by)
}

export async function countRecoveryCodes(database: Database, userId: string): Promise<number> {
  const { left } = await database
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Returns whether the code was valid. Runs in the caller's transaction, whose row lock serialises concurrent uses. */
export async function useRecoveryCode(
  { tx, ids }: Pick<CodeDeps, 'tx' | 'ids'>,
  { userId, code }: { userId: string; code: string },
  by: AuditActor,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await recordAuditEntry(ids, tx, {
    ...by,
    companyId: null,
    action: 'user.use_recovery_code',
    subject: { kind: 'user', id: userId },
    details: { left: await countRecoveryCodes(tx, userId) },
  })
  return true
}

/** Four groups of four letters and digits, such as ab2c-d3ef-gh4i-j5kl. */
function mintCode(fillRandom: FillRandom): string {
  const bytes = Buffer.alloc(codeBytes)
  fillRandom(bytes)
  return (toBase32(bytes).toLowerCase().match(/.{4}/g) ?? []).join('-')
}

/** Case, spaces and hyphens do not matter, because people type these codes from paper. */
function hashCode(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll(/[\s-]/g, '').toLowerCase()).digest()
}
