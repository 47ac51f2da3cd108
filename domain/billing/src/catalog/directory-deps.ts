import type { Database } from '@gatehouse/schema/database'

export type DirectoryDeps = {
  /** The directory: offers, customers of the payment provider and the inbox of its events. */
  database: Database
}
