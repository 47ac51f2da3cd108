import { parseArgs } from 'node:util'
import { formatCredits, parseCredits } from '@gatehouse/credits/credit'
import { type ParkedCall, listParkedCalls, settleParkedCall } from '@gatehouse/credits/parked-calls'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { type Ids, createIds } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import type { Kysely } from 'kysely'
import type { Command } from '../../command.ts'
import { readDatabaseUrl } from '../../config.ts'
import { openDatabase } from '../../open-database.ts'
import { type Subcommand, readSubcommand } from '../../read-subcommand.ts'

type CallDeps = { database: Kysely<Tables>; ids: Ids; operator: string }
type CallSubcommand = Subcommand<(deps: CallDeps) => Promise<string[]>>

const parkedSubcommand: CallSubcommand = {
  usage: 'calls parked',
  read(words) {
    if (words.length > 0) throw new TypeError('calls parked takes no options')
    return async ({ database }) => {
      const calls = await listParkedCalls(database)
      return calls.length === 0 ? ['no call waits for a decision'] : calls.flatMap(describeCall)
    }
  },
}

const settleSubcommand: CallSubcommand = {
  usage: 'calls settle --call ID --credits N --reason TEXT (--credits 0 charges nothing)',
  read(words) {
    const options = {
      call: { type: 'string' },
      credits: { type: 'string' },
      reason: { type: 'string' },
    } as const
    const { values } = parseArgs({ args: [...words], options })
    const { call: callId, reason = '' } = values
    const chargedMicros = parseCredits(values.credits ?? '')
    if (callId === undefined) throw new TypeError('--call is missing')
    if (chargedMicros === undefined || chargedMicros < 0n)
      throw new TypeError('--credits must be a number of credits with at most six places, such as 0.25 or 0')
    if (reason.trim() === '') throw new TypeError('--reason is missing: it is kept in the audit log')
    return async (deps) => {
      const actor = { kind: 'operator', id: deps.operator } as const
      const { companyId } = await settleParkedCall(deps, { callId, chargedMicros, reason }, { actor })
      return [
        `${formatCredits(chargedMicros)} credits were charged to company ${companyId} for call ${callId}`,
      ]
    }
  },
}

const subcommands: ReadonlyMap<string, CallSubcommand> = new Map([
  ['parked', parkedSubcommand],
  ['settle', settleSubcommand],
])

export const callsCommand: Command = {
  name: 'calls',
  usage: `calls ${[...subcommands.keys()].join(' | ')}`,
  summary: 'shows the calls at DATABASE_URL whose charge is not certain, and settles them',
  async run(terminal, words) {
    const task = readSubcommand(subcommands, words)
    const { database, close } = openDatabase(readDatabaseUrl(terminal))
    const operator = terminal.environment['USER'] ?? 'unknown'
    try {
      const lines = await task({ database, ids: createIds(createSystemClock()), operator })
      for (const line of lines) terminal.print(line)
      return 0
    } finally {
      await close()
    }
  },
}

function describeCall(call: ParkedCall): string[] {
  const { id, companyId, companyName, alias, operation, reason, at } = call
  return [
    `${id}  ${at.toISOString()}  ${alias} ${operation}  ${reason}`,
    `    ${companyName ?? 'company'} ${companyId}: reported ${call.promptTokens} input and ${call.completionTokens} output tokens`,
  ]
}
