import { formatCredits } from '@gatehouse/credits/credit'
import { type GroupedUsage, type UsageSums, groupUsage, sumUsage } from '@gatehouse/credits/group-usage'
import { readUsage } from '@gatehouse/credits/read-usage'
import { requireKeyOf } from '@gatehouse/keys/find-keys'
import { badRequest } from '../../graphql-faults.ts'
import { type Operation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, listInput, optionalInput } from '../../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'

const usageGroups = ['DAY', 'MODEL'] as const

const usageGroupType = enumeration('UsageGroup', 'How usage is grouped.', usageGroups)

// Counts are whole numbers in a Float, because a month's tokens may exceed an Int.
const sumFields = {
  requests: field(shapes.float, (sums: UsageSums) => Number(sums.requests)),
  failedRequests: field(shapes.float, (sums: UsageSums) => Number(sums.failedRequests)),
  promptTokens: field(shapes.float, (sums: UsageSums) => Number(sums.promptTokens)),
  cachedTokens: field(shapes.float, (sums: UsageSums) => Number(sums.cachedTokens)),
  completionTokens: field(shapes.float, (sums: UsageSums) => Number(sums.completionTokens)),
  totalTokens: field(shapes.float, (sums: UsageSums) => Number(sums.promptTokens + sums.completionTokens)),
  credits: field(shapes.string, (sums: UsageSums) => formatCredits(sums.chargedMicros)),
}

const usageSumsType = defineObject<UsageSums>('UsageSums', 'Sums of calls, tokens and credits.', sumFields)

const usageRowType = defineObject<GroupedUsage>('UsageRow', 'The sums of a day, a model, or both.', {
  day: field(optional(shapes.string), (row) => row.day),
  model: field(optional(shapes.string), (row) => row.alias),
  ...sumFields,
})

type Usage = { from: Date; to: Date | null; asOf: Date; totals: UsageSums; rows: readonly GroupedUsage[] }

const usageType = defineObject<Usage>('Usage', 'The usage in a period.', {
  from: field(shapes.time, (usage) => usage.from),
  to: field(optional(shapes.time), (usage) => usage.to),
  asOf: field(shapes.time, (usage) => usage.asOf),
  totals: field(usageSumsType, (usage) => usage.totals),
  rows: field(listOf(usageRowType), (usage) => usage.rows),
})

const defaultSpanMs = 30 * 86_400_000
const spanMsMax = 400 * 86_400_000

export const usageOperations: readonly Operation[] = [
  defineQuery({
    name: 'usage',
    description:
      'The usage of the company’s keys, by default of the last 30 days and grouped by day. A finished call is included immediately.',
    inputs: {
      companyId: inputs.id,
      keyId: optionalInput(inputs.id),
      from: optionalInput(inputs.time),
      to: optionalInput(inputs.time),
      groupBy: optionalInput(listInput(enumInput(usageGroupType))),
    },
    returns: usageType,
    cost: 50,
    async resolve({ deps }, { companyId, keyId, from: since, to, groupBy }) {
      const end = to?.getTime() ?? deps.clock.wallMs()
      const from = since ?? new Date(end - defaultSpanMs)
      const spanMs = end - from.getTime()
      if (spanMs < 0) throw badRequest('to must not be before from.', 'to')
      if (spanMs > spanMsMax) throw badRequest('Request at most 400 days.', 'from')
      if (keyId !== null) await requireKeyOf(deps.database, companyId, keyId)
      const span = { from: from.toISOString(), to: to?.toISOString() ?? null }
      const { asOf, rows } = await readUsage(deps.database, { companyId, keyId, ...span })
      const groups = groupBy ?? ['DAY']
      return {
        from,
        to,
        asOf: new Date(asOf),
        totals: sumUsage(rows),
        rows: groupUsage(rows, { byDay: groups.includes('DAY'), byAlias: groups.includes('MODEL') }),
      }
    },
  }),
]
