import { formatCredits } from '@gatehouse/credits/credit'
import { type ListedCall, listCalls } from '@gatehouse/credits/list-calls'
import { defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, enumeration, field, optional, shapes } from '../../schema/shape.ts'

const statusType = enumeration('CallStatus', 'How a call ended. Only successful calls are charged.', [
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
    status: field(statusType, (call) => call.status),
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

const connectionType = definePage('CallConnection', 'A page of calls.', callType)

export const calls = defineQuery({
  name: 'calls',
  description:
    'The finished calls of the company, most recently started first; from and to refer to the start.',
  inputs: {
    companyId: inputs.id,
    keyId: optionalInput(inputs.id),
    status: optionalInput(enumInput(statusType)),
    from: optionalInput(inputs.time),
    to: optionalInput(inputs.time),
    ...pageInputs,
  },
  returns: connectionType,
  cost: 20,
  resolve: ({ deps }, { companyId, keyId, status, from, to, ...page }) =>
    takePage(page, (wanted) =>
      listCalls(deps.database, companyId, {
        ...wanted,
        keyId: keyId ?? undefined,
        status: status ?? undefined,
        from: from ?? undefined,
        to: to ?? undefined,
      }),
    ),
})
