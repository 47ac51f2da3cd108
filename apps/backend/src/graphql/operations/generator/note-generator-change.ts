import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { OperationContext } from '../../operation-context.ts'
import { auditActor } from '../audit-origin.ts'

/** The AI service writes down that the backend asked; this is who asked the backend. */
export async function noteGeneratorChange(
  context: OperationContext,
  action: 'generator.start' | 'generator.stop',
): Promise<void> {
  const { database, ids } = context.deps
  const by = await auditActor(context)
  const subject = { kind: 'generator', id: 'match-score-generator' }
  await database
    .transaction()
    .execute((tx) => recordAuditEntry(ids, tx, { ...by, companyId: null, action, subject }))
}
