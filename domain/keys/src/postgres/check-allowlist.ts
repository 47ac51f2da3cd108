import type { Transaction } from '@gatehouse/schema/database'
import { invalidKey } from '../key-faults.ts'

/** Rejects unknown aliases: a key with a misspelt alias could call less than its owner expects, or nothing. */
export async function checkAllowlist(
  tx: Transaction,
  allowlist: readonly string[] | null | undefined,
): Promise<void> {
  if (!allowlist) return
  const rows = await tx.selectFrom('model_aliases').select('alias').orderBy('alias').execute()
  const existing = rows.map(({ alias }) => alias)
  const unknown = allowlist.filter((alias) => !existing.includes(alias))
  if (unknown.length === 0) return
  const choice = existing.length > 0 ? `Choose from ${existing.join(', ')}.` : 'There are no aliases yet.'
  const names = unknown.map((alias) => `"${alias.slice(0, 100)}"`).join(', ')
  throw invalidKey(
    'keys.allowlist',
    `The allowlist names ${names}, which ${unknown.length === 1 ? 'is not an alias' : 'are not aliases'}. ${choice}`,
  )
}
