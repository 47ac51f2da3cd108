// The types with which domain code queries the database: the query builder and raw SQL on one connection.
import type { DatabaseOf, TransactionOf } from '@gatehouse/postgres/create-database'
import type { Tables } from './tables.generated.ts'

/** A pool of connections, or a transaction: for functions that may run in their caller's transaction. */
export type Database = DatabaseOf<Tables>

/** For functions that must run in their caller's transaction. */
export type Transaction = TransactionOf<Tables>
