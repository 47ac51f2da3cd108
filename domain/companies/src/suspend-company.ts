// Suspends and resumes the billable calls of a company, for all its present and future keys. Gateways read the state
// together with a key, so they see it within seconds; the announcement shortens that to a fraction of a second.
import { type AccessActQueue, enqueueAccessAct } from '@gatehouse/audit/access-acts/copy-access-act'
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import type { Shards } from '@gatehouse/postgres/shards'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { type Company, companyColumns, companyUnknown, toCompany } from './company.ts'

export type SuspensionDeps = {
  databases: Shards<Database>
  ids: Ids
  /** Keeps the change outside of the database, so that a restore does not undo it. */
  accessActs: AccessActQueue
  /**
   * Makes every gateway process read the company's state again. False if the message could not be sent; never rejects.
   */
  announceCompanyChange: (companyId: string) => Promise<boolean>
}

/** The reason is recorded in the audit log, where the company's admins can read it. */
export type SuspensionChange = { companyId: string; reason: string }

export type SuspensionOutcome = {
  /** False if the company was already in this state. */
  isChanged: boolean
  company: Company
  /** False if gateways will see the change only when they next read the key, within 5 s. */
  isAnnounced: boolean
}

/**
 * Suspending a suspended company keeps the first reason, but announces it again: the first message may have been lost.
 */
export function suspendCompany(
  deps: SuspensionDeps,
  change: SuspensionChange,
  by: AuditActor,
): Promise<SuspensionOutcome> {
  return setSuspension(deps, { ...change, isSuspended: true }, by)
}

export function resumeCompany(
  deps: SuspensionDeps,
  change: SuspensionChange,
  by: AuditActor,
): Promise<SuspensionOutcome> {
  return setSuspension(deps, { ...change, isSuspended: false }, by)
}

type WantedState = SuspensionChange & { isSuspended: boolean }

async function setSuspension(
  deps: SuspensionDeps,
  wanted: WantedState,
  by: AuditActor,
): Promise<SuspensionOutcome> {
  await deps.accessActs.prepare()
  const outcome = await deps.databases
    .of(wanted.companyId)
    .transaction()
    .execute((tx) => writeState({ ...deps, tx }, wanted, by))
  // After the commit, so that a gateway that reads immediately sees the new state.
  const isAnnounced = await deps.announceCompanyChange(wanted.companyId)
  return { ...outcome, isAnnounced }
}

async function writeState(
  { tx, ...deps }: Pick<SuspensionDeps, 'ids' | 'accessActs'> & { tx: Transaction },
  { companyId, reason, isSuspended }: WantedState,
  by: AuditActor,
): Promise<Omit<SuspensionOutcome, 'isAnnounced'>> {
  const why = reason.trim()
  if (why === '' || why.length > reasonLengthMax) throw reasonInvalid()
  const changed = await tx
    .updateTable('companies')
    .set({
      suspended_at: isSuspended ? sql`now()` : null,
      suspension_reason: isSuspended ? why : null,
      updated_at: sql`now()`,
    })
    .where('id', '=', companyId)
    .where('suspended_at', isSuspended ? 'is' : 'is not', null)
    .returning(companyColumns)
    .executeTakeFirst()
    .catch((thrown: unknown) => {
      throw constraintFault(thrown, { companies_platform_not_suspended: platformNeeded })
    })
  if (!changed) return { isChanged: false, company: await readUnchanged(tx, companyId) }
  const kind = isSuspended ? 'company.suspend' : 'company.resume'
  await recordAuditEntry(deps.ids, tx, {
    ...by,
    companyId,
    action: kind,
    subject: { kind: 'company', id: companyId },
    details: { reason: why },
  })
  await enqueueAccessAct(deps, tx, { kind, companyId, reason: why, actor: by.actor })
  return { isChanged: true, company: toCompany(changed) }
}

async function readUnchanged(tx: Transaction, companyId: string): Promise<Company> {
  const row = await tx
    .selectFrom('companies')
    .select(companyColumns)
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (row) return toCompany(row)
  throw companyUnknown()
}

const reasonLengthMax = 500

function reasonInvalid(): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'companies.reason',
    publicMessage: `Give a reason of at most ${reasonLengthMax} characters. It is recorded in the audit log, where the company's admins can read it.`,
    input: 'reason',
  })
}

function platformNeeded(cause: unknown): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'companies.platform_needed',
    publicMessage:
      "The platform's own company cannot be suspended: its keys make the model calls for all companies. Revoke a single key instead.",
    cause,
  })
}
