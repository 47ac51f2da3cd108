import { formatCredits } from '@gatehouse/credits/credit'
import { type ParkedCall, listParkedCalls, settleParkedCall } from '@gatehouse/credits/parked-calls'
import { UsageError, parseOptions } from '../../command.ts'
import { type GroupContext, type Subcommand, defineGroup } from '../../command-group.ts'
import { archive } from './archive.ts'
import { readCreditMicros, readReason, required } from '../../option-values.ts'

const parked: Subcommand<GroupContext> = {
  usage: 'calls parked',
  parse(args) {
    if (args.length > 0) throw new UsageError('calls parked takes no options')
    return async ({ databases }) => {
      const calls = (await Promise.all(databases.all().map(listParkedCalls))).flat()
      return calls.length === 0 ? ['no call is parked'] : calls.flatMap(describeCall)
    }
  },
}

const settleOptions = {
  call: { type: 'string' },
  credits: { type: 'string' },
  reason: { type: 'string' },
} as const

const settle: Subcommand<GroupContext> = {
  usage: 'calls settle --call ID --credits N --reason TEXT (--credits 0 charges nothing)',
  parse(args) {
    const { values } = parseOptions(args, { options: settleOptions })
    const callId = required('--call', values.call)
    const chargedMicros = readCreditMicros('--credits', values.credits)
    const reason = readReason(values.reason)
    return async (deps) => {
      const { companyId } = await settleParkedCall(deps, { callId, chargedMicros, reason }, deps.by)
      return [
        `${formatCredits(chargedMicros)} credits were charged to company ${companyId} for call ${callId}`,
      ]
    }
  },
}

export const callsCommand = defineGroup({
  name: 'calls',
  summary:
    'lists the calls at DATABASE_URL whose charge is uncertain and settles them, and moves old calls to OBJECT_STORE_URL',
  open: (context) => context,
  subcommands: { parked, settle, archive },
})

function describeCall(call: ParkedCall): string[] {
  const { id, companyId, companyName, alias, operation, reason, at } = call
  return [
    `${id}  ${at.toISOString()}  ${alias} ${operation}  ${reason}`,
    `    ${companyName ?? 'company'} ${companyId}: reported ${call.promptTokens} input and ${call.completionTokens} output tokens`,
  ]
}
