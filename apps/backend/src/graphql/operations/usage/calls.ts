import { formatCredits, parseCredits } from '@gatehouse/credits/credit'
import { type ListedCall, listCalls } from '@gatehouse/credits/list-calls'
import { type ParkedCall, listParkedCalls, settleParkedCall } from '@gatehouse/credits/parked-calls'
import { readReceipt } from '@gatehouse/credits/read-receipt'
import { requireKeyOf } from '@gatehouse/keys/find-keys'
import { badRequest, unknownId } from '../../graphql-faults.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'
import { callStatusType } from './call-status.ts'
import { receiptType } from './receipt-type.ts'

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

export const callOperations: readonly Operation[] = [
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
    name: 'call',
    description:
      'The receipt of one call: its tokens, the price that applied, and the charge with its arithmetic. The id is the x-request-id of the gateway’s answer.',
    inputs: { companyId: inputs.id, callId: inputs.id },
    returns: receiptType,
    async resolve({ deps }, { companyId, callId }) {
      const receipt = await readReceipt(deps.database, { companyId, callId })
      if (!receipt) throw unknownId()
      return receipt
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
        throw badRequest('credits must be a non-negative decimal, such as "0.25" or "0".', 'credits')
      if (reason.trim() === '' || reason.length > reasonLengthMax)
        throw badRequest(`Give a reason of at most ${reasonLengthMax} characters.`, 'reason')
      await settleParkedCall(context.deps, { callId, chargedMicros, reason }, await auditActor(context))
      return true
    },
  }),
]
