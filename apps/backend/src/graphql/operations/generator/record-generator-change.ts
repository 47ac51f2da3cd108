import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { OperationContext } from '../../operation-context.ts'
import { auditActor } from '../audit-origin.ts'

/** Records which user started or stopped the generator. The AI service's own audit entry names only the backend. */
export async function recordGeneratorChange(
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
