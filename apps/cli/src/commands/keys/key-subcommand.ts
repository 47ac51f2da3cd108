import type { Peppers } from '@gatehouse/keys/hash-key'
import type { KeyActor } from '@gatehouse/keys/key-change'
import type { AnnounceKeyEnd } from '@gatehouse/keys/key-ends'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import type { Kysely } from 'kysely'

type KeyTaskDeps = {
  database: Kysely<Tables>
  ids: Ids
  clock: Clock
  by: KeyActor
  /** Only who makes keys needs them. */
  readPeppers: () => Peppers
  announceKeyEnd: AnnounceKeyEnd
}

/** Does the work and returns the lines to print. */
type KeyTask = (deps: KeyTaskDeps) => Promise<readonly string[]>

export type KeySubcommand = {
  usage: string
  /** Looks at the words before anything is opened, and throws an error that says what is wrong with them. */
  read(words: readonly string[]): KeyTask
}
