// Sets and deletes budgets. Gateways apply a change as soon as they receive the announcement, and within 5 s if it is
// lost, because they read budgets together with keys.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import type { Shards } from '@gatehouse/postgres/shards'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { hasPlace, lockCompany } from '@gatehouse/schema/limit-rows'
import { sql } from 'kysely'
import { formatCredits } from '../credit.ts'
import { type BudgetTarget, budgetsMax, checkBudget, invalidBudget } from './budget.ts'

export type ChangeBudgetDeps = {
  databases: Shards<Database>
  ids: Ids
  /** Called after the commit, so that gateways read the company's budgets again. */
  announceCompanyChange: (companyId: string) => Promise<boolean>
}

export type BudgetSetting = BudgetTarget & {
  companyId: string
  /** Undefined if the amount could not be read, which is refused. */
  limitMicros: bigint | undefined
}

/** Sets the limit of the target's budget, and creates the budget if there is none. Resolves to its id. */
export async function setBudget(
  { databases, ids, announceCompanyChange }: ChangeBudgetDeps,
  setting: BudgetSetting,
  by: AuditActor,
): Promise<string> {
  const { companyId, scope, keyId, alias, isHard, limitMicros } = setting
  checkBudget(setting, limitMicros)
  const budgetId = await databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      if (!(await lockCompany(tx, companyId)))
        throw notFound('budgets.company_not_found', 'There is no such company.')
      if (keyId !== null) await requireKey(tx, companyId, keyId)
      const before = await findBudget(tx, setting)
      const id = before?.id ?? ids.uuid()
      if (before) {
        await tx
          .updateTable('budgets')
          .set({ limit_micros: limitMicros ?? 0n, updated_at: sql<Date>`now()` })
          .where('company_id', '=', companyId)
          .where('id', '=', id)
          .execute()
      } else {
        if (!(await hasPlace(tx, { table: 'budgets', companyId, max: budgetsMax }))) throw tooMany()
        await tx
          .insertInto('budgets')
          .values({
            id,
            company_id: companyId,
            scope,
            key_id: keyId,
            alias,
            is_hard: isHard,
            limit_micros: limitMicros ?? 0n,
          })
          .execute()
          .catch((thrown: unknown) => {
            throw constraintFault(thrown, { budgets_alias_fkey: aliasUnknown })
          })
      }
      await recordAuditEntry(ids, tx, {
        ...by,
        companyId,
        action: 'budget.set',
        subject: { kind: 'budget', id },
        details: {
          ...describe(setting),
          credits: formatCredits(limitMicros ?? 0n),
          ...(before && { before: formatCredits(before.limit_micros) }),
        },
      })
      return id
    })
  await announceCompanyChange(companyId)
  return budgetId
}

/** Throws a fault unless the budget is one of the company. */
export async function deleteBudget(
  { databases, ids, announceCompanyChange }: ChangeBudgetDeps,
  { companyId, budgetId }: { companyId: string; budgetId: string },
  by: AuditActor,
): Promise<void> {
  await databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      const deleted = await tx
        .deleteFrom('budgets')
        .where('company_id', '=', companyId)
        .where('id', '=', budgetId)
        .returning(['scope', 'key_id', 'alias', 'is_hard', 'limit_micros'])
        .executeTakeFirst()
      if (!deleted) throw notFound('budgets.not_found', 'The company has no such budget.')
      const { scope, key_id: keyId, alias, is_hard: isHard } = deleted
      await recordAuditEntry(ids, tx, {
        ...by,
        companyId,
        action: 'budget.delete',
        subject: { kind: 'budget', id: budgetId },
        details: {
          ...describe({ scope, keyId, alias, isHard }),
          credits: formatCredits(deleted.limit_micros),
        },
      })
    })
  await announceCompanyChange(companyId)
}

async function requireKey(tx: Transaction, companyId: string, keyId: string): Promise<void> {
  const key = await tx
    .selectFrom('api_keys')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', keyId)
    .executeTakeFirst()
  if (!key) throw notFound('budgets.key_not_found', 'The company has no such key.')
}

function tooMany(): Fault {
  return invalidBudget(
    'budgets.too_many',
    `A company may have at most ${budgetsMax} budgets. Delete one that is no longer needed.`,
  )
}

function findBudget(tx: Transaction, { companyId, scope, keyId, alias, isHard }: BudgetSetting) {
  return tx
    .selectFrom('budgets')
    .select(['id', 'limit_micros'])
    .where('company_id', '=', companyId)
    .where('scope', '=', scope)
    .where('key_id', 'is not distinct from', keyId)
    .where('alias', 'is not distinct from', alias)
    .where('is_hard', '=', isHard)
    .executeTakeFirst()
}

function describe({ scope, keyId, alias, isHard }: Omit<BudgetTarget, 'scope'> & { scope: string }) {
  return {
    scope,
    ...(keyId !== null && { key_id: keyId }),
    ...(alias !== null && { alias }),
    enforcement: isHard ? 'HARD' : 'SOFT',
  }
}

function aliasUnknown(cause: unknown): Fault {
  return invalidBudget(
    'budgets.alias_unknown',
    'There is no such model. Choose one from the list of models.',
    {
      input: 'alias',
      cause,
    },
  )
}

function notFound(
  code: 'budgets.company_not_found' | 'budgets.key_not_found' | 'budgets.not_found',
  publicMessage: string,
): Fault {
  return new Fault({ kind: 'not_found', code, publicMessage })
}
