// Grants a company more, or less, than its plan includes, and wakes the tasks that wait for model work.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { companyExists } from '@gatehouse/companies/company'
import { parseCvTask } from '@gatehouse/documents/document-tasks'
import { parseJobTask } from '@gatehouse/jobs/parse-job-task'
import { meetingInsightsTask } from '@gatehouse/meetings/meeting-insights-task'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Shards } from '@gatehouse/postgres/shards'
import type { Database } from '@gatehouse/schema/database'
import { wakeTasks } from '@gatehouse/tasks/wake-tasks'
import { sql } from 'kysely'
import type { Allowance } from './allowance.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    allowances:
      | 'allowances.amount'
      | 'allowances.company_unknown'
      | 'allowances.reason'
      | 'model_calls.allowance_spent'
  }
}

/** Tasks that wait for model work. Judgements are not tasks and retry on their own. */
const modelWorkTasks = [parseCvTask, parseJobTask, meetingInsightsTask]

export type AllowanceChange = {
  companyId: string
  /** An absent field is unchanged; null restores the plan's value. */
  granted: { readonly [Name in keyof Allowance]?: Allowance[Name] | null }
  /** Recorded in the audit log. */
  reason: string
}

export async function setAllowance(
  { databases, ids }: { databases: Shards<Database>; ids: Ids },
  { companyId, granted, reason }: AllowanceChange,
  by: AuditActor,
): Promise<void> {
  const why = reason.trim()
  if (why === '' || why.length > reasonLengthMax) throw reasonInvalid()
  const { modelWorkMicros: modelWorkCredits, ...others } = granted
  for (const [input, amount] of Object.entries({ modelWorkCredits, ...others }))
    if (amount !== null && amount !== undefined) checkAmount(input, amount)
  const changes = {
    ...(granted.modelWorkMicros !== undefined && { model_work_micros: granted.modelWorkMicros }),
    ...(granted.documentsPerDay !== undefined && { documents_per_day: granted.documentsPerDay }),
    ...(granted.documentBytesPerDay !== undefined && {
      document_bytes_per_day:
        granted.documentBytesPerDay === null ? null : BigInt(granted.documentBytesPerDay),
    }),
    model_work_waits_until: null,
    updated_at: sql<Date>`now()`,
  }
  await databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      if (!(await companyExists(tx, companyId))) throw companyUnknown()
      await tx
        .insertInto('company_allowances')
        .values({ company_id: companyId, ...changes })
        .onConflict((conflict) => conflict.column('company_id').doUpdateSet(changes))
        .execute()
      await wakeTasks(tx, modelWorkTasks, companyId)
      await recordAuditEntry(ids, tx, {
        ...by,
        companyId,
        action: 'company.set_allowance',
        subject: { kind: 'company', id: companyId },
        details: { reason: why, ...describe(granted) },
      })
    })
}

/** Micros are stored as a string, because JSON integers are exact only up to 2^53. */
function describe(granted: AllowanceChange['granted']): Record<string, unknown> {
  const { modelWorkMicros, documentsPerDay, documentBytesPerDay } = granted
  return {
    ...(modelWorkMicros !== undefined && {
      model_work_micros: modelWorkMicros === null ? null : String(modelWorkMicros),
    }),
    ...(documentsPerDay !== undefined && { documents_per_day: documentsPerDay }),
    ...(documentBytesPerDay !== undefined && { document_bytes_per_day: documentBytesPerDay }),
  }
}

const reasonLengthMax = 500
// A sanity limit; the columns could hold more.
const amountMax = 1_000_000_000_000_000

function checkAmount(input: string, amount: bigint | number): void {
  const isWhole = typeof amount === 'bigint' || Number.isInteger(amount)
  if (isWhole && amount >= 0 && amount <= amountMax) return
  throw new Fault({
    kind: 'invalid',
    code: 'allowances.amount',
    publicMessage: 'An allowance must be a whole number of at least 0; credits may have up to six decimals.',
    input,
  })
}

function reasonInvalid(): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'allowances.reason',
    publicMessage: `Give a reason of at most ${reasonLengthMax} characters. It is recorded in the audit log.`,
    input: 'reason',
  })
}

function companyUnknown(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'allowances.company_unknown',
    publicMessage: 'There is no such company.',
  })
}
