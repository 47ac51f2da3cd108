import type { AuditEntry } from '@gatehouse/audit/record-audit-entry'
import { requireUser } from '../access/authorise.ts'
import type { OperationContext } from '../operation-context.ts'

type Origin = Pick<AuditEntry, 'clientAddress' | 'requestId'>

/** The request's origin, for the audit log. */
export function auditOrigin({ clientAddress, requestId }: OperationContext): Origin {
  return { requestId, ...(clientAddress === undefined ? {} : { clientAddress }) }
}

/** The request's origin and the user who made it, for the audit log. */
export async function auditActor(context: OperationContext): Promise<Origin & Pick<AuditEntry, 'actor'>> {
  const { id } = await requireUser(context.viewer)
  return { actor: { kind: 'user', id }, ...auditOrigin(context) }
}
