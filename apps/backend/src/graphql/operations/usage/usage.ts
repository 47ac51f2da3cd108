import { formatCredits } from '@gatehouse/credits/credit'
import { type GroupedUsage, type UsageSums, groupUsage, sumUsage } from '@gatehouse/credits/group-usage'
import { callUsageSpanMsMax, readCallUsage } from '@gatehouse/credits/read-call-usage'
import { readUsage } from '@gatehouse/credits/read-usage'
import { requireKeyOf } from '@gatehouse/keys/find-keys'
import { badRequest } from '../../graphql-faults.ts'
import { type Operation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, listInput, optionalInput } from '../../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { checkSpan } from './span.ts'

const usageGroups = ['DAY', 'HOUR', 'MODEL', 'KEY', 'OPERATION'] as const

const usageGroupType = enumeration(
  'UsageGroup',
  'How usage is grouped. Days and hours are in UTC. HOUR and OPERATION are for periods of at most 48 hours.',
  usageGroups,
)

// Counts are whole numbers in a Float, because a month's tokens may exceed an Int.
export const sumFields = {
  requests: field(shapes.float, (sums: UsageSums) => Number(sums.requests)),
  failedRequests: field(shapes.float, (sums: UsageSums) => Number(sums.failedRequests)),
  promptTokens: field(shapes.float, (sums: UsageSums) => Number(sums.promptTokens)),
  cachedTokens: field(shapes.float, (sums: UsageSums) => Number(sums.cachedTokens)),
  completionTokens: field(shapes.float, (sums: UsageSums) => Number(sums.completionTokens)),
  totalTokens: field(shapes.float, (sums: UsageSums) => Number(sums.promptTokens + sums.completionTokens)),
  credits: field(shapes.string, (sums: UsageSums) => formatCredits(sums.chargedMicros)),
}

const usageSumsType = defineObject<UsageSums>('UsageSums', 'Sums of calls, tokens and credits.', sumFields)

const usageRowType = defineObject<GroupedUsage>(
  'UsageRow',
  'The sums of one group. A field is null unless the usage is grouped by it.',
  {
    day: field(optional(shapes.string), (row) => row.day),
    hour: field(optional(shapes.time), ({ hour }) => (hour === null ? null : new Date(hour))),
    keyId: field(optional(shapes.id), (row) => row.keyId),
    operation: field(optional(shapes.string), (row) => row.operation),
    model: field(optional(shapes.string), (row) => row.alias),
    ...sumFields,
  },
)

type Usage = { from: Date; to: Date | null; asOf: Date; totals: UsageSums; rows: readonly GroupedUsage[] }

const usageType = defineObject<Usage>('Usage', 'The usage in a period.', {
  from: field(shapes.time, (usage) => usage.from),
  to: field(optional(shapes.time), (usage) => usage.to),
  asOf: field(shapes.time, (usage) => usage.asOf),
  totals: field(usageSumsType, (usage) => usage.totals),
  rows: field(listOf(usageRowType), (usage) => usage.rows),
})

const defaultSpanMs = 30 * 86_400_000

export const usageOperations: readonly Operation[] = [
  defineQuery({
    name: 'usage',
    description:
      'The usage of the company’s keys, by default of the last 30 days and grouped by day. A finished call is included immediately. ' +
      'If calls of the first or the last day are archived, that day is counted as a whole: from is its beginning, or to its end, in UTC.',
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
      const groups = groupBy ?? ['DAY']
      const needsCalls = groups.includes('HOUR') || groups.includes('OPERATION')
      if (checkSpan(from, new Date(end)) > callUsageSpanMsMax && needsCalls)
        throw badRequest(
          'Usage by HOUR or OPERATION is for periods of at most 48 hours: set from and to.',
          'groupBy',
        )
      if (keyId !== null) await requireKeyOf(deps.database, companyId, keyId)
      const span = { from: from.toISOString(), to: to?.toISOString() ?? null }
      const read = needsCalls ? readCallUsage : readUsage
      const byKey = groups.includes('KEY')
      const { asOf, extendedFrom, extendedTo, rows } = await read(deps.databases.of(companyId), {
        companyId,
        keyId,
        ...span,
        byKey,
      })
      return {
        from: extendedFrom ?? from,
        to: extendedTo ?? to,
        asOf: new Date(asOf),
        totals: sumUsage(rows),
        rows: groupUsage(rows, {
          byDay: groups.includes('DAY'),
          byHour: groups.includes('HOUR'),
          byAlias: groups.includes('MODEL'),
          byKey,
          byOperation: groups.includes('OPERATION'),
        }),
      }
    },
  }),
]
