import type { DeadLetters } from '@gatehouse/tasks/dead-letters'
import type { Subcommand } from '../../read-subcommand.ts'

/** Does the work and returns the lines to print. */
export type TaskSubcommand = Subcommand<(letters: DeadLetters) => Promise<string[]>>
