import { formatCredits } from '@gatehouse/credits/credit'
import { sumUsage } from '@gatehouse/credits/group-usage'
import type { Usage, UsageQuestion } from '@gatehouse/credits/read-usage'
import type { Limits } from '@gatehouse/limits/create-limits'
import type { Clock } from '@gatehouse/runtime/clock'
import { z } from 'zod'
import { companyUsageDenied, parameterInvalid } from '../../gateway-faults.ts'
import { toGroupBodies, toSumsBody, usageGroups, usageOutput } from '../usage/usage-body.ts'
import { type Operation, timestampText, defineOperation } from './operation.ts'

export type GetUsageDeps = {
  clock: Pick<Clock, 'wallMs'>
  limits: Pick<Limits, 'readAccount'>
  readUsage(question: UsageQuestion): Promise<Usage>
}

const input = z.object({
  from: timestampText.optional().describe('Start of the period; by default 30 days in UTC, including today'),
  to: timestampText.optional().describe('End of the period, exclusive; now by default'),
  group_by: z.enum(usageGroups).default('day').describe('How the entries of data are grouped'),
  scope: z
    .enum(['key', 'company'])
    .default('key')
    .describe('The usage of this key, or of the whole company if its creator allowed that'),
})

const dayMs = 86_400_000
const daysMax = 366
/** The earliest date with a positive year. */
const firstDayMs = Date.parse('0001-01-01')

export function getUsage({ clock, limits, readUsage }: GetUsageDeps): Operation {
  return defineOperation({
    name: 'get_usage',
    title: 'Get usage',
    description:
      'Tokens used and credits spent by this key, and the balance of its company. A finished call is included immediately.',
    rest: { method: 'GET', path: '/usage' },
    scope: 'usage:read',
    isBillable: false,
    capabilities: [],
    input,
    output: usageOutput,
    async run({ to, group_by, scope, ...given }, { key }) {
      if (scope === 'company' && !key.mayReadCompanyUsage) throw companyUsageDenied()
      const from = given.from ?? daysAgo(29, to === undefined ? clock.wallMs() : Date.parse(to))
      checkSpan(from, to ?? new Date(clock.wallMs()).toISOString())
      const keyId = scope === 'company' ? null : key.id
      const { companyId } = key
      const [{ asOf, extendedFrom, extendedTo, rows }, account] = await Promise.all([
        readUsage({ companyId, keyId, from, to: to ?? null }),
        limits.readAccount(companyId),
      ])
      const body: z.input<typeof usageOutput> = {
        object: 'usage',
        key_id: keyId,
        company_id: companyId,
        from: extendedFrom?.toISOString() ?? from,
        to: extendedTo?.toISOString() ?? to ?? asOf,
        currency: 'credits',
        totals: toSumsBody(sumUsage(rows)),
        data: toGroupBodies(rows, group_by),
        balance: {
          credits: formatCredits(account.balanceMicros),
          held: formatCredits(account.heldMicros),
          as_of: asOf,
        },
      }
      return { body }
    },
  })
}

/** Returns the start of a UTC day, because a span of whole days can be read from the daily rollups. */
function daysAgo(days: number, untilMs: number): string {
  const today = Math.floor(untilMs / dayMs) * dayMs
  return new Date(Math.max(firstDayMs, today - days * dayMs)).toISOString()
}

function checkSpan(from: string, to: string): void {
  const lengthMs = Date.parse(to) - Date.parse(from)
  if (lengthMs < 0) throw parameterInvalid('from', 'from: must not be later than to.')
  if (lengthMs > daysMax * dayMs) throw parameterInvalid('from', `from: at most ${daysMax} days before to.`)
}
