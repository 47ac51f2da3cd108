// The usage of all companies, for super admins.
import {
  type PlatformUsageRow,
  platformRowsMax,
  readPlatformUsage,
} from '@gatehouse/credits/read-platform-usage'
import { badRequest } from '../../graphql-faults.ts'
import { type Operation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, listInput, optionalInput } from '../../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { sumFields } from '../usage/usage.ts'
import { checkSpan } from '../usage/span.ts'

const groupType = enumeration(
  'AdminUsageGroup',
  'How the usage of all companies is grouped. Days are in UTC.',
  ['COMPANY', 'DAY', 'MODEL'],
)

const rowType = defineObject<PlatformUsageRow>(
  'AdminUsageRow',
  'The sums of one group. A field is null unless the usage is grouped by it.',
  {
    companyId: field(optional(shapes.id), (row) => row.companyId),
    companyName: field(optional(shapes.string), (row) => row.companyName),
    day: field(optional(shapes.string), (row) => row.day),
    model: field(optional(shapes.string), (row) => row.alias),
    ...sumFields,
  },
)

const dayMs = 86_400_000
const defaultDays = 30
const daysMax = 92

export const platformUsageOperations: readonly Operation[] = [
  defineQuery({
    name: 'adminUsage',
    description: `The usage of all companies in whole UTC days, by default the last ${defaultDays} and grouped by company; at most ${daysMax} days. Returns the ${platformRowsMax} groups with the highest charges.`,
    inputs: {
      groupBy: optionalInput(listInput(enumInput(groupType))),
      from: optionalInput(inputs.time),
      to: optionalInput(inputs.time),
    },
    returns: listOf(rowType),
    cost: 200,
    resolve({ deps }, { groupBy, from: since, to: end }) {
      const to = end ?? new Date(deps.clock.wallMs())
      const from = since ?? new Date(to.getTime() - (defaultDays - 1) * dayMs)
      if (checkSpan(from, to) > daysMax * dayMs) throw badRequest(`Request at most ${daysMax} days.`)
      const groups = groupBy ?? ['COMPANY']
      return readPlatformUsage(deps.database, {
        firstDay: toDay(from),
        lastDay: toDay(to),
        byCompany: groups.includes('COMPANY'),
        byDay: groups.includes('DAY'),
        byAlias: groups.includes('MODEL'),
      })
    },
  }),
]

function toDay(time: Date): string {
  return time.toISOString().slice(0, 10)
}
