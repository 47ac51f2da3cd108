import type { ApplyOutcome } from '@gatehouse/billing/apply-event'

/** One line for what came of it, and one for each thing it did. */
export function describeOutcome(id: string, outcome: ApplyOutcome): string[] {
  switch (outcome.kind) {
    case 'processed':
      return [
        `${id}: ${outcome.effects.length === 0 ? 'nothing changes' : 'applied'}`,
        ...outcome.effects.map(indent),
      ]
    case 'parked':
      return [
        `${id}: waits for ${outcome.waitsFor}, because ${outcome.reason}`,
        ...outcome.effects.map(indent),
      ]
    case 'skipped':
      return [`${id}: somebody else has it in hand`]
    case 'quarantined':
      return [`${id}: cannot be read: ${outcome.reason}`]
    case 'failed':
      return [`${id}: failed: ${outcome.error instanceof Error ? outcome.error.message : 'unknown'}`]
  }
}

function indent(line: string): string {
  return `  ${line}`
}
