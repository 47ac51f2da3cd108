import { formatCredits, parseCredits } from '@gatehouse/credits/credit'
import { type GroupedUsage, type UsageSums, groupUsage, sumUsage } from '@gatehouse/credits/group-usage'
import { type ListedCall, listCalls } from '@gatehouse/credits/list-calls'
import { type ParkedCall, listParkedCalls, settleParkedCall } from '@gatehouse/credits/parked-calls'
import { readUsage } from '@gatehouse/credits/read-usage'
import { requireKeyOf } from '@gatehouse/keys/find-keys'
import { badRequest } from '../graphql-faults.ts'
import { type Operation, defineMutation, defineQuery } from '../schema/define-operation.ts'
import { enumInput, inputs, listInput, optionalInput } from '../schema/input.ts'
import { definePage, pageInputs, takePage } from '../schema/page.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../schema/shape.ts'
import { auditActor } from './audit.ts'

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

const callStatusType = enumeration('CallStatus', 'How a call ended. Only successful calls are charged.', [
  'SUCCEEDED',
  'FAILED',
  'PARKED',
])

const callType = defineObject<ListedCall>(
  'Call',
  'One billable request to a model. Its texts are not stored.',
  {
    id: field(shapes.id, (call) => call.id),
    keyId: field(shapes.id, (call) => call.key_id),
    model: field(shapes.string, (call) => call.alias),
    operation: field(shapes.string, (call) => call.operation),
    status: field(callStatusType, (call) => call.status),
    reason: field(optional(shapes.string), (call) => call.reason),
    promptTokens: field(shapes.int, (call) => call.prompt_tokens),
    cachedTokens: field(shapes.int, (call) => call.cached_tokens),
    completionTokens: field(shapes.int, (call) => call.completion_tokens),
    credits: field(shapes.string, (call) => formatCredits(call.charged_micros)),
    balanceAfter: field(shapes.string, (call) => formatCredits(call.balance_after_micros)),
    durationMs: field(shapes.int, (call) => call.duration_ms),
    endedAt: field(shapes.time, (call) => call.created_at),
  },
)

const callPageType = definePage('CallConnection', 'A page of calls.', callType)

const parkedCallType = defineObject<ParkedCall>(
  'ParkedCall',
  'A call that was answered but not charged, because its usage is implausible or it has no price.',
  {
    id: field(shapes.id, (call) => call.id),
    companyId: field(shapes.id, (call) => call.companyId),
    companyName: field(optional(shapes.string), (call) => call.companyName),
    keyId: field(shapes.id, (call) => call.keyId),
    alias: field(shapes.string, (call) => call.alias),
    operation: field(shapes.string, (call) => call.operation),
    reason: field(shapes.string, (call) => call.reason),
    promptTokens: field(shapes.int, (call) => call.promptTokens),
    completionTokens: field(shapes.int, (call) => call.completionTokens),
    at: field(shapes.time, (call) => call.at),
  },
)

const reasonLengthMax = 500

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
      if (spanMs < 0) throw badRequest('to must not be before from.')
      if (spanMs > spanMsMax) throw badRequest('Request at most 400 days.')
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
  defineQuery({
    name: 'calls',
    description:
      'The finished calls of the company, most recently started first; from and to refer to the start.',
    inputs: {
      companyId: inputs.id,
      keyId: optionalInput(inputs.id),
      status: optionalInput(enumInput(callStatusType)),
      from: optionalInput(inputs.time),
      to: optionalInput(inputs.time),
      ...pageInputs,
    },
    returns: callPageType,
    cost: 20,
    async resolve({ deps }, { companyId, keyId, status, from, to, ...page }) {
      if (keyId !== null) await requireKeyOf(deps.database, companyId, keyId)
      return takePage(page, (wanted) =>
        listCalls(deps.database, companyId, {
          ...wanted,
          keyId: keyId ?? undefined,
          status: status ?? undefined,
          from: from ?? undefined,
          to: to ?? undefined,
        }),
      )
    },
  }),
  defineQuery({
    name: 'parkedCalls',
    description: 'The calls whose charge a person has to decide, oldest first, at most 500.',
    inputs: {},
    returns: listOf(parkedCallType),
    cost: 20,
    resolve: ({ deps }) => listParkedCalls(deps.database),
  }),
  defineMutation({
    name: 'settleParkedCall',
    description:
      'Sets the charge of a parked call ("0" for none), with a reason. Each call is settled once; a second attempt is a CONFLICT.',
    inputs: { callId: inputs.id, credits: inputs.string, reason: inputs.string },
    returns: shapes.boolean,
    async resolve(context, { callId, credits, reason }) {
      const chargedMicros = parseCredits(credits)
      if (chargedMicros === undefined || chargedMicros < 0n)
        throw badRequest('credits must be a non-negative decimal, such as "0.25" or "0".')
      if (reason.trim() === '' || reason.length > reasonLengthMax)
        throw badRequest(`Give a reason of at most ${reasonLengthMax} characters.`)
      await settleParkedCall(context.deps, { callId, chargedMicros, reason }, await auditActor(context))
      return true
    },
  }),
]
