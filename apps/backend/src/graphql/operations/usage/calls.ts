import { readArchivedBefore } from '@gatehouse/credits/archived-calls'
import { formatCredits, parseCredits } from '@gatehouse/credits/credit'
import { type CallBucket, countCalls } from '@gatehouse/credits/count-calls'
import { type CallFilter, type CallSearch, type ListedCall, listCalls } from '@gatehouse/credits/list-calls'
import { type ParkedCall, listParkedCalls, settleParkedCall } from '@gatehouse/credits/parked-calls'
import { readReceipt } from '@gatehouse/credits/read-receipt'
import { requireKeyOf } from '@gatehouse/keys/find-keys'
import { timeOfUuid } from '@gatehouse/runtime/ids'
import { badRequest, unknownId } from '../../graphql-faults.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { type InputValues, enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { type Page, pageFields, pageInputs, readPageSize } from '../../schema/page.ts'
import { defineObject, field, listOf, optional, shapes } from '../../schema/shape.ts'
import type { OperationDeps } from '../../operation-context.ts'
import { auditActor } from '../audit.ts'
import { callStatusType } from './call-status.ts'
import { receiptType } from './receipt-type.ts'
import { checkSpan } from './span.ts'

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

type CallSearchPage = Page<ListedCall> & Pick<CallSearch, 'stoppedAtId'> & { archivedBefore: Date | null }

const callPageType = defineObject<CallSearchPage>(
  'CallConnection',
  'A page of calls. searchedTo is the position at which the search stopped before the page was full; it can be passed as after. It is ' +
    'null if the page is full or the end was reached. Calls that started after searchedToTime were looked at. The company’s calls that ' +
    'started before archivedBefore are archived: they are not listed, and the receipt of each is found by its id. It is null if none is.',
  {
    ...pageFields(callType),
    searchedTo: field(optional(shapes.id), (page) => page.stoppedAtId),
    searchedToTime: field(optional(shapes.time), ({ stoppedAtId }) =>
      stoppedAtId === null ? null : timeOfUuid(stoppedAtId),
    ),
    archivedBefore: field(optional(shapes.time), (page) => page.archivedBefore),
  },
)

const callBucketType = defineObject<CallBucket>(
  'CallBucket',
  'Calls that started at from or later, and before the next bucket.',
  {
    from: field(shapes.time, (bucket) => bucket.from),
    succeeded: field(shapes.int, (bucket) => bucket.succeeded),
    failed: field(shapes.int, (bucket) => bucket.failed),
    credits: field(shapes.string, (bucket) => formatCredits(bucket.chargedMicros)),
  },
)

const bucketsMax = 200

const filterInputs = {
  keyId: optionalInput(inputs.id),
  status: optionalInput(enumInput(callStatusType)),
  model: optionalInput(inputs.string),
  operation: optionalInput(inputs.string),
  reason: optionalInput(inputs.string),
}

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
      'The finished calls of the company, most recently started first; from and to refer to the start. A search with filters that match ' +
      'few calls looks at no more than 50,000 calls and for about half a second, and returns what it has found. searchedTo is then not ' +
      'null, and endCursor is the same position: request the next page to search further.',
    inputs: {
      companyId: inputs.id,
      ...filterInputs,
      from: optionalInput(inputs.time),
      to: optionalInput(inputs.time),
      ...pageInputs,
    },
    returns: callPageType,
    cost: 20,
    async resolve({ deps }, { companyId, from, to, first, after, ...filter }) {
      const limit = readPageSize(first)
      const { calls, stoppedAtId } = await listCalls(
        deps.databases.of(companyId),
        { companyId, clock: deps.clock },
        {
          ...(await readFilter(deps.database, companyId, filter)),
          from: from ?? undefined,
          to: to ?? undefined,
          beforeId: after ?? undefined,
          limit: limit + 1,
        },
      )
      const nodes = calls.slice(0, limit)
      const hasNextPage = calls.length > limit || stoppedAtId !== null
      return {
        nodes,
        endCursor: stoppedAtId ?? nodes.at(-1)?.id ?? null,
        hasNextPage,
        stoppedAtId,
        archivedBefore: await readArchivedBefore(deps.databases.of(companyId), companyId),
      }
    },
  }),
  defineQuery({
    name: 'callHistogram',
    description:
      'The calls that started in a period, counted in 1 to 200 buckets of equal length, oldest first, with the same filters as calls. ' +
      'failed counts all calls that were not charged; credits are the charges, without what was given back later. A period with more ' +
      'than 500,000 calls is refused, and so is one with archived calls.',
    inputs: {
      companyId: inputs.id,
      from: inputs.time,
      to: inputs.time,
      buckets: inputs.int,
      ...filterInputs,
    },
    returns: listOf(callBucketType),
    cost: 300,
    async resolve({ deps }, { companyId, from, to, buckets, ...filter }) {
      if (buckets < 1 || buckets > bucketsMax)
        throw badRequest(`buckets must be from 1 to ${bucketsMax}.`, 'buckets')
      checkSpan(from, to)
      const checked = await readFilter(deps.database, companyId, filter)
      return countCalls(deps.databases.of(companyId), companyId, { ...checked, from, to, buckets })
    },
  }),
  defineQuery({
    name: 'call',
    description:
      'The receipt of one call: its tokens, the price that applied, and the charge with its arithmetic. The id is the x-request-id of the gateway’s answer.',
    inputs: { companyId: inputs.id, callId: inputs.id },
    returns: receiptType,
    async resolve({ deps }, { companyId, callId }) {
      const receipt = await readReceipt(
        deps.databases.of(companyId),
        { companyId, callId },
        deps.findArchivedCall,
      )
      if (!receipt) throw unknownId()
      return { ...receipt, jws: await deps.receiptSigner.sign(receipt) }
    },
  }),
  defineQuery({
    name: 'parkedCalls',
    description: 'The calls whose charge a person has to decide, oldest first, at most 500.',
    inputs: {},
    returns: listOf(parkedCallType),
    cost: 20,
    resolve: async ({ deps }) => (await Promise.all(deps.databases.all().map(listParkedCalls))).flat(),
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
      const decision = { callId, chargedMicros, reason }
      const { companyId } = await settleParkedCall(context.deps, decision, await auditActor(context))
      context.deps.events.publish(companyId, 'CALLS', callId)
      if (chargedMicros > 0n) context.deps.events.publish(companyId, 'BALANCE')
      return true
    },
  }),
]

async function readFilter(
  database: OperationDeps['database'],
  companyId: string,
  { keyId, status, model, operation, reason }: InputValues<typeof filterInputs>,
): Promise<CallFilter> {
  if (keyId !== null) await requireKeyOf(database, companyId, keyId)
  return {
    keyId: keyId ?? undefined,
    status: status ?? undefined,
    alias: model ?? undefined,
    operation: operation ?? undefined,
    reason: reason ?? undefined,
  }
}
