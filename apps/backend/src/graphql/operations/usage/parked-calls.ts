import { parseCredits } from '@gatehouse/credits/credit'
import { type ParkedCall, listParkedCalls, settleParkedCall as settle } from '@gatehouse/credits/parked-calls'
import { badRequest } from '../../graphql-faults.ts'
import { defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { defineObject, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit-origin.ts'

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

export const parkedCalls = defineQuery({
  name: 'parkedCalls',
  description: 'The calls whose charge a person has to decide, oldest first, at most 500.',
  inputs: {},
  returns: listOf(parkedCallType),
  cost: 20,
  resolve: ({ deps }) => listParkedCalls(deps.database),
})

const reasonLengthMax = 500

export const settleParkedCall = defineMutation({
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
    await settle(context.deps, { callId, chargedMicros, reason }, await auditActor(context))
    return true
  },
})
