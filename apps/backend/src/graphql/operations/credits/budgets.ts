import { type Budget, budgetScopes, budgetsMax, spentShare } from '@gatehouse/credits/budget'
import { deleteBudget, setBudget } from '@gatehouse/credits/change-budgets'
import { formatCredits, parseCredits } from '@gatehouse/credits/credit'
import { readBudgets } from '@gatehouse/credits/read-budgets'
import { unknownId } from '../../graphql-faults.ts'
import type { OperationDeps } from '../../operation-context.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

const scopeType = enumeration('BudgetScope', 'What a budget limits.', budgetScopes)

const enforcementType = enumeration(
  'BudgetEnforcement',
  'HARD: gateways reject calls once the budget is used up. SOFT: nothing is rejected.',
  ['HARD', 'SOFT'],
)

const budgetType = defineObject<Budget>(
  'Budget',
  'What the company, one of its keys or an alias may spend in a calendar month in UTC. spentThisMonth are the credits charged for it ' +
    'since the beginning of the month, and share is their share of the budget, where 1 is all of it; it may be above 1. The hard ' +
    'budget of a key is its monthlyCreditCap, which apiKeys shows.',
  {
    id: field(shapes.id, (budget) => budget.id),
    scope: field(scopeType, (budget) => budget.scope),
    keyId: field(optional(shapes.id), (budget) => budget.keyId),
    alias: field(optional(shapes.string), (budget) => budget.alias),
    enforcement: field(enforcementType, ({ isHard }) => (isHard ? ('HARD' as const) : ('SOFT' as const))),
    credits: field(shapes.string, (budget) => formatCredits(budget.limitMicros)),
    spentThisMonth: field(shapes.string, (budget) => formatCredits(budget.spentMicros)),
    share: field(shapes.float, spentShare),
    createdAt: field(shapes.time, (budget) => budget.createdAt),
    updatedAt: field(shapes.time, (budget) => budget.updatedAt),
  },
)

export const budgetOperations: readonly Operation[] = [
  defineQuery({
    name: 'budgets',
    description: `The monthly budgets of the company, in the order in which they were made; at most ${budgetsMax}.`,
    inputs: { companyId: inputs.id },
    returns: listOf(budgetType),
    cost: 20,
    resolve: ({ deps }, { companyId }) => readBudgets(deps.databases.of(companyId), { companyId }),
  }),
  defineMutation({
    name: 'setBudget',
    description:
      'Sets a monthly budget, or changes the existing one of the same scope and enforcement. keyId belongs to the scope KEY and alias ' +
      'to ALIAS. Gateways apply the change within a second, and within five seconds even if the notification is lost.',
    inputs: {
      companyId: inputs.id,
      scope: enumInput(scopeType),
      keyId: optionalInput(inputs.id),
      alias: optionalInput(inputs.string),
      enforcement: enumInput(enforcementType),
      credits: inputs.string,
    },
    returns: budgetType,
    cost: 50,
    async resolve(context, { companyId, scope, keyId, alias, enforcement, credits }) {
      const target = { scope, keyId, alias, isHard: enforcement === 'HARD' }
      const budgetId = await setBudget(
        changeDeps(context.deps),
        { companyId, ...target, limitMicros: parseCredits(credits) },
        await auditActor(context),
      )
      return showBudget(context.deps, companyId, budgetId)
    },
  }),
  defineMutation({
    name: 'deleteBudget',
    description:
      'Deletes a budget. Gateways apply it as quickly as a change. Returns the budget that was deleted.',
    inputs: { companyId: inputs.id, budgetId: inputs.id },
    returns: budgetType,
    cost: 50,
    async resolve(context, { companyId, budgetId }) {
      const budget = await showBudget(context.deps, companyId, budgetId)
      await deleteBudget(changeDeps(context.deps), { companyId, budgetId }, await auditActor(context))
      return budget
    },
  }),
]

function changeDeps({ databases, ids, keys }: OperationDeps) {
  return { databases, ids, announceCompanyChange: keys.announceCompanyChange }
}

/** Throws NOT_FOUND unless the budget belongs to the company. */
async function showBudget(
  { databases }: OperationDeps,
  companyId: string,
  budgetId: string,
): Promise<Budget> {
  const [budget] = await readBudgets(databases.of(companyId), { companyId, budgetId })
  if (!budget) throw unknownId()
  return budget
}
