import { type ArchiveStep, archivePartition } from '@gatehouse/call-archive/archive-partition'
import { type ClosedPartition, listClosedPartitions } from '@gatehouse/call-archive/list-closed-partitions'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import { type Terminal, UsageError, parseOptions } from '../../command.ts'
import type { GroupContext, Subcommand } from '../../command-group.ts'
import { readDatabaseUrl, readObjectStoreUrl } from '../../config.ts'
import { openDatabase } from '../../open-database.ts'
import { readWholeNumber, readWholeNumberIfGiven } from '../../option-values.ts'

const options = {
  'older-than-weeks': { type: 'string' },
  'calls-per-object': { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const

// Pages show 30 days by default, and budgets and allowances add up a calendar month.
const weeksMin = 5
const weeksDefault = '8'
const weekMs = 7 * 86_400_000
// A partition may have hundreds of millions of calls, which are counted by one statement.
const statementMsMax = 3_600_000

export const archive: Subcommand<GroupContext> = {
  usage: `calls archive [--older-than-weeks N] [--calls-per-object N] [--dry-run] (${weeksDefault} weeks by default, at least ${weeksMin})`,
  parse(args) {
    const { values, positionals } = parseOptions(args, { options, allowPositionals: true })
    if (positionals.length > 0) throw new UsageError(`calls archive does not take ${positionals.join(' ')}`)
    const weeks = readWholeNumber('--older-than-weeks', values['older-than-weeks'] ?? weeksDefault, {
      min: weeksMin,
      max: 520,
    })
    const rowsPerObject = readWholeNumberIfGiven('--calls-per-object', values['calls-per-object'], {
      min: 1_000,
      max: 1_000_000,
    })
    const isDry = values['dry-run'] ?? false
    return async (context) => {
      const endDay = new Date(context.clock.wallMs() - weeks * weekMs).toISOString().slice(0, 10)
      const partitions = await listClosedPartitions(context.postgres, endDay)
      if (partitions.length === 0) return [`no partition of calls ended before ${endDay}`]
      return isDry ? describePlan(partitions) : archiveAll(context, partitions, rowsPerObject)
    }
  },
}

/** Oldest first, up to the first that cannot be archived: everything before one day is archived, and nothing after it. */
async function archiveAll(
  { terminal, clock }: GroupContext,
  partitions: readonly ClosedPartition[],
  rowsPerObject: number | undefined,
): Promise<number> {
  const { postgres, close } = openDatabase(readDatabaseUrl(terminal), { queryTimeoutMs: statementMsMax })
  const objects = createObjectStore(readObjectStoreUrl(terminal), clock)
  try {
    for (const partition of partitions) {
      terminal.print(describePartition(partition))
      if (partition.obstacle !== null) return stopAt(terminal, partition.obstacle)
      await archivePartition({ postgres, objects, clock }, partition, {
        ...(rowsPerObject !== undefined && { rowsPerObject }),
        onStep: reportSteps(terminal, partition),
      })
    }
    return 0
  } finally {
    await objects.close()
    await close()
  }
}

function stopAt(terminal: Terminal, obstacle: string): number {
  terminal.printError(`  cannot be archived yet, nor can later ones: ${obstacle}`)
  return 1
}

function reportSteps(terminal: Terminal, { tableBytes }: ClosedPartition): (step: ArchiveStep) => void {
  let bytes = 0
  return (step) => {
    if (step.kind === 'object') bytes += step.object.bytes
    terminal.print(`  ${describeStep(step, { bytes, tableBytes })}`)
    // The command can stop here: what is recorded is not repeated.
    terminal.stopRequested.throwIfAborted()
  }
}

function describeStep(step: ArchiveStep, sizes: { bytes: number; tableBytes: number }): string {
  switch (step.kind) {
    case 'object':
      return `object ${step.object.number}: ${toMegabytes(step.object.bytes)}, read back, equal to Postgres`
    case 'repeat':
      return `calls were added meanwhile, so all objects are written again (${step.difference})`
    case 'detached':
      return 'detached: receipts of its calls are answered from the archive'
    case 'dropped':
      return `dropped: ${toMegabytes(sizes.tableBytes)} in Postgres are free, ${toMegabytes(sizes.bytes)} were stored by this run`
  }
}

function describePlan(partitions: readonly ClosedPartition[]): string[] {
  const blocked = partitions.findIndex(({ obstacle }) => obstacle !== null)
  return partitions.map((partition, index) => {
    const isAfterBlocked = blocked !== -1 && index > blocked
    const plan = partition.isArchived
      ? 'would be dropped, its calls are archived'
      : 'would be archived and dropped'
    const outcome = partition.obstacle ?? (isAfterBlocked ? 'would wait for the one before' : plan)
    return `${describePartition(partition)}: ${outcome}`
  })
}

function describePartition({ name, firstDay, endDay, callsEstimate, tableBytes }: ClosedPartition): string {
  const calls = callsEstimate === null ? '' : `  about ${callsEstimate} calls`
  return `${name}  ${firstDay} until ${endDay}${calls}  ${toMegabytes(tableBytes)}`
}

function toMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
