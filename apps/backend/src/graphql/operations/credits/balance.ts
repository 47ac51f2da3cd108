import { formatCredits } from '@gatehouse/credits/credit'
import { type ListedLot, listLots } from '@gatehouse/credits/list-lots'
import { type BalanceAt, type BalanceEntry, readBalanceAt } from '@gatehouse/credits/read-balance-at'
import { type BalancePoint, readBalanceHistory } from '@gatehouse/credits/read-balance-history'
import { readUsage } from '@gatehouse/credits/read-usage'
import { type SpendingPace, daysLeft, paceFrom, readPace } from '@gatehouse/credits/spending-pace'
import { badRequest } from '../../graphql-faults.ts'
import type { OperationDeps } from '../../operation-context.ts'
import { type Operation, defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { transactionKindType } from './credits.ts'

type CreditBalance = {
  ownerId: string
  balanceMicros: bigint
  heldMicros: bigint
  isFrozen: boolean
  isPostpaid: boolean
  pace: SpendingPace
}

const ownerKindType = enumeration('CreditOwnerType', 'The kind of owner of an account.', ['COMPANY', 'USER'])

export const creditBalanceType = defineObject<CreditBalance>(
  'CreditBalance',
  'The credits that can be spent now. `held` is set aside for running calls. `spentThisMonth` is the usage of the month in UTC. ' +
    '`daysLeft` is for how many whole days the credits last at the average spend of the last seven days in UTC, today included; ' +
    'null if nothing was spent in them, or if the company pays afterwards.',
  {
    ownerType: field(ownerKindType, () => 'COMPANY' as const),
    ownerId: field(shapes.id, (balance) => balance.ownerId),
    credits: field(shapes.string, (balance) => formatCredits(balance.balanceMicros)),
    held: field(shapes.string, (balance) => formatCredits(balance.heldMicros)),
    spentThisMonth: field(shapes.string, ({ pace }) => formatCredits(pace.spentThisMonthMicros)),
    daysLeft: field(optional(shapes.int), ({ balanceMicros, isPostpaid, pace }) =>
      isPostpaid ? null : daysLeft(balanceMicros, pace),
    ),
    isInDebt: field(shapes.boolean, (balance) => balance.balanceMicros < 0n),
    isFrozen: field(shapes.boolean, (balance) => balance.isFrozen),
  },
)

const balancePointType = defineObject<BalancePoint>('BalancePoint', 'The balance at a moment.', {
  at: field(shapes.time, (point) => point.at),
  credits: field(shapes.string, (point) => formatCredits(point.balanceMicros)),
})

const balanceEntryType = defineObject<BalanceEntry>(
  'BalanceEntry',
  'A change of the balance: a call, of the type USAGE, or a transaction.',
  {
    callId: field(optional(shapes.id), ({ kind, id }) => (kind === 'call' ? id : null)),
    transactionId: field(optional(shapes.id), ({ kind, id }) => (kind === 'transfer' ? id : null)),
    type: field(transactionKindType, (entry) => entry.type),
    credits: field(shapes.string, (entry) => formatCredits(entry.amountMicros)),
    balanceAfter: field(shapes.string, (entry) => formatCredits(entry.balanceAfterMicros)),
    createdAt: field(shapes.time, (entry) => entry.createdAt),
  },
)

const balanceAtType = defineObject<BalanceAt>(
  'BalanceAt',
  'The credits that could be spent at a moment, and the last change of the balance until then. If calls of the day are archived, at is ' +
    'the end of the day before, in UTC, and entry is null.',
  {
    at: field(shapes.time, (balance) => balance.at),
    credits: field(shapes.string, ({ balanceMicros }) => formatCredits(balanceMicros)),
    entry: field(optional(balanceEntryType), ({ entry }) => entry),
  },
)

const lotKindType = enumeration('CreditLotKind', 'Whether credits were bought or granted.', [
  'BOUGHT',
  'GRANTED',
])

const lotType = defineObject<ListedLot>(
  'CreditLot',
  'Credits that were added together, and what is left of them.',
  {
    id: field(shapes.id, (lot) => lot.id),
    kind: field(lotKindType, (lot) => lot.kind),
    granted: field(shapes.string, (lot) => formatCredits(lot.grantedMicros)),
    remaining: field(shapes.string, (lot) => formatCredits(lot.remainingMicros)),
    expiresAt: field(optional(shapes.time), (lot) => lot.expiresAt),
    createdAt: field(shapes.time, (lot) => lot.createdAt),
    transactionId: field(shapes.id, (lot) => lot.id),
    transactionType: field(transactionKindType, (lot) => lot.type),
    reason: field(optional(shapes.string), (lot) => lot.reason),
  },
)

const pointsMin = 2
const pointsMax = 400

export const balanceOperations: readonly Operation[] = [
  defineQuery({
    name: 'creditBalance',
    description: 'The credits of the company, as a decimal with six places. Negative is debt.',
    inputs: { companyId: inputs.id },
    returns: creditBalanceType,
    cost: 20,
    resolve: ({ deps }, { companyId }) => readCreditBalance(deps, companyId),
  }),
  defineQuery({
    name: 'balanceHistory',
    description:
      'The course of the balance between two moments: the balance at both ends, and between them changes of the balance, ' +
      `each with the balance after it. points is the largest number of points, from ${pointsMin} to ${pointsMax}. A moment in the future counts as now.`,
    inputs: { companyId: inputs.id, from: inputs.time, to: inputs.time, points: inputs.int },
    returns: listOf(balancePointType),
    cost: 100,
    async resolve({ deps }, { companyId, from, to, points }) {
      if (points < pointsMin || points > pointsMax)
        throw badRequest(`points must be from ${pointsMin} to ${pointsMax}.`, 'points')
      if (to < from) throw badRequest('to must not be before from.', 'to')
      const now = new Date(deps.clock.wallMs())
      const until = (moment: Date) => (moment < now ? moment : now)
      return readBalanceHistory(deps.databases.of(companyId), companyId, {
        from: until(from),
        to: until(to),
        points,
      })
    },
  }),
  defineQuery({
    name: 'balanceAt',
    description:
      'The balance at a moment of the past, and the call or transaction that made it. Changes of the same millisecond are included.',
    inputs: { companyId: inputs.id, at: inputs.time },
    returns: balanceAtType,
    cost: 50,
    resolve: ({ deps }, { companyId, at }) => readBalanceAt(deps.databases.of(companyId), companyId, at),
  }),
  defineQuery({
    name: 'creditLots',
    description:
      'What is left of the credits that were added, each with the transaction that added them, in the order in which they ' +
      'are spent; at most 1,000. Together they are the balance, unless it is negative.',
    inputs: { companyId: inputs.id },
    returns: listOf(lotType),
    cost: 20,
    resolve: ({ deps }, { companyId }) => listLots(deps.databases.of(companyId), companyId),
  }),
]

export async function readCreditBalance(
  { clock, databases, readHeldBalance }: OperationDeps,
  companyId: string,
): Promise<CreditBalance> {
  const nowMs = clock.wallMs()
  const [account, { rows }] = await Promise.all([
    readHeldBalance(companyId),
    readUsage(databases.of(companyId), { companyId, keyId: null, from: paceFrom(nowMs), to: null }),
  ])
  const { balanceMicros, heldMicros, isFrozen, isPostpaid } = account
  return { ownerId: companyId, balanceMicros, heldMicros, isFrozen, isPostpaid, pace: readPace(rows, nowMs) }
}
