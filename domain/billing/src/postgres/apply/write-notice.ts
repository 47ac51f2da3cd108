import type { Applying } from './applying.ts'

export type Notice = {
  companyId: string
  /** What makes it the same notice when it is caused again. */
  key: string
  kind: string
  details: Readonly<Record<string, unknown>>
}

export async function writeNotice(
  { tx, book }: Applying,
  { companyId, key, kind, details }: Notice,
): Promise<void> {
  const inserted = await tx
    .insertInto('billing_notices')
    .values({ notice_key: key, company_id: companyId, kind, details: JSON.stringify(details) })
    .onConflict((conflict) => conflict.column('notice_key').doNothing())
    .returning('notice_key')
    .executeTakeFirst()
  if (inserted) book.effects.push(`notice ${kind} (${key})`)
}
