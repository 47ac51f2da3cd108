import { formatCredits } from '@gatehouse/credits/credit'
import { requireKeyOf } from '@gatehouse/keys/find-keys'
import type { RecordedRefusals } from '@gatehouse/limits/read-refusals'
import type { Refusal } from '@gatehouse/limits/refusal'
import { type Operation, defineQuery } from '../../schema/define-operation.ts'
import { inputs, optionalInput } from '../../schema/input.ts'
import { readPageSize } from '../../schema/page.ts'
import { defineObject, field, listOf, optional, shapes } from '../../schema/shape.ts'

const credits = (micros: bigint | null) => (micros === null ? null : formatCredits(micros))

const refusalType = defineObject<Refusal>(
  'Refusal',
  'A request that the gateway refused with 401, 402, 403 or 429. code and message are those of the error that the caller received; rule ' +
    'names the check that refused the request, such as credits_insufficient, key_cap_reached, budget_reached, rate_limited or key_revoked. estimate is ' +
    'what the call would have held; balance and held are those of the company at the time. They are null where they were not known. ' +
    'omitted counts refusals of the same key by the same rule that were not recorded one by one since the entry before.',
  {
    at: field(shapes.time, (refusal) => refusal.at),
    requestId: field(shapes.string, (refusal) => refusal.requestId),
    keyId: field(shapes.id, (refusal) => refusal.keyId),
    model: field(optional(shapes.string), (refusal) => refusal.model),
    status: field(shapes.int, (refusal) => refusal.status),
    code: field(optional(shapes.string), (refusal) => refusal.code),
    rule: field(shapes.string, (refusal) => refusal.rule),
    message: field(shapes.string, (refusal) => refusal.message),
    estimate: field(optional(shapes.string), (refusal) => credits(refusal.estimateMicros)),
    balance: field(optional(shapes.string), (refusal) => credits(refusal.balanceMicros)),
    held: field(optional(shapes.string), (refusal) => credits(refusal.heldMicros)),
    omitted: field(shapes.int, (refusal) => refusal.omitted),
  },
)

const recordType = defineObject<RecordedRefusals>(
  'RefusalRecord',
  'Refused requests. Those before keptSince are no longer in the record.',
  {
    keptSince: field(shapes.time, (record) => record.keptSince),
    nodes: field(listOf(refusalType), (record) => record.refusals),
  },
)

export const refusalOperations: readonly Operation[] = [
  defineQuery({
    name: 'refusals',
    description:
      'The requests of the company’s keys that the gateway refused, newest first: the last thousand of the past week, found by key, by ' +
      'code (of the error, or a rule) or by request id (the x-request-id of the answer). The record is best effort: it may have gaps, ' +
      'and an answer appears in it within a second. Dry runs and requests without a known key are not in it.',
    inputs: {
      companyId: inputs.id,
      first: optionalInput(inputs.int),
      keyId: optionalInput(inputs.id),
      code: optionalInput(inputs.string),
      requestId: optionalInput(inputs.string),
    },
    returns: recordType,
    cost: 50,
    async resolve({ deps }, { companyId, first, keyId, code, requestId }) {
      const limit = readPageSize(first)
      if (keyId !== null) await requireKeyOf(deps.database, companyId, keyId)
      return deps.readRefusals({
        companyId,
        limit,
        keyId: keyId ?? undefined,
        code: code ?? undefined,
        requestId: requestId?.toLowerCase(),
      })
    },
  }),
]
