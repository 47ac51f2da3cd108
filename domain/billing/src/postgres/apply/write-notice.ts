import { sql } from 'kysely'
import type { Notice } from '../../rules/describe-notice.ts'
import type { ApplyContext } from './apply-context.ts'

export async function writeNotice({ tx, effects, onNotice }: ApplyContext, notice: Notice): Promise<void> {
  const { companyId, key, kind, details } = notice
  const inserted = await tx
    .insertInto('billing_notices')
    .values({
      notice_key: key,
      company_id: companyId,
      kind,
      details: JSON.stringify(details),
      sent_at: onNotice ? sql`now()` : null,
    })
    .onConflict((conflict) => conflict.column('notice_key').doNothing())
    .returning('notice_key')
    .executeTakeFirst()
  if (!inserted) return
  effects.summary.push(`notice ${kind} (${key})`)
  await onNotice?.(tx, notice)
}
