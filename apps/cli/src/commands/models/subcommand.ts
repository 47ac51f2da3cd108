import type { setRoute } from '@gatehouse/models/set-route'

/** Does the work and returns what to print. */
type CatalogTask = (deps: Parameters<typeof setRoute>[0]) => Promise<string>

export type Subcommand = {
  usage: string
  /** Looks at the words before anything is opened, and throws an error that says what is wrong with them. */
  read(words: readonly string[]): CatalogTask
}
