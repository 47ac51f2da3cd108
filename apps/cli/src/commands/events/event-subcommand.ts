import type { OpenInbox } from '@gatehouse/billing/open-billing'
import type { KeyActor } from '@gatehouse/keys/key-change'

export type EventTaskDeps = OpenInbox & { by: KeyActor; print(line: string): void }

/** Does the work and returns the exit code. */
type EventTask = (deps: EventTaskDeps) => Promise<number>

export type EventSubcommand = {
  usage: string
  /** Looks at the words before anything is opened, and throws an error that says what is wrong with them. */
  read(words: readonly string[]): EventTask
}
