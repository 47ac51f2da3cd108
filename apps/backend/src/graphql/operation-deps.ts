import type { Allowance } from '@gatehouse/allowances/allowance'
import type { Billing } from '@gatehouse/billing/open-billing'
import type { LogInDeps } from '@gatehouse/identity/log-in'
import type { Peppers } from '@gatehouse/keys/hash-key'
import type { AnnounceCompanyChange, AnnounceKeyEnd } from '@gatehouse/keys/key-ends'
import type { MailSeal } from '@gatehouse/mail/seal-mail'
import type { LiveLogs } from '@gatehouse/redis/watch-live-logs'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import type { TaskQueue } from '@gatehouse/tasks/create-task-queue'
import type { Kysely } from 'kysely'
import type { GeneratorControls } from '../ai-service/create-generator-controls.ts'
import type { HasMailServer } from '../ai-service/create-mail-check.ts'
import type { BackendDocuments } from '../documents/open-backend-documents.ts'

/** Dependencies of the operations, by domain. A new domain adds its member here and is opened in `open-graphql.ts`. */
export type OperationDeps = {
  database: Kysely<Tables>
  postgres: Postgres
  ids: Ids
  clock: Clock
  /** `randomFillSync` of node:crypto. */
  fillRandom: (bytes: Uint8Array) => unknown
  /** Allowance of a company whose plan does not set one. */
  defaultAllowance: Allowance
  billing: Billing
  /** Base URL of the console, without a trailing slash. */
  consoleUrl: string
  generator: GeneratorControls
  /** Queue for mails that are enqueued in the transaction that causes them. */
  mailQueue: TaskQueue
  hasMailServer: HasMailServer
  /** Undefined if MAIL_SECRETS is not set; invitations are then unavailable. */
  mailSeal: MailSeal | undefined
  /** Size of a company's invitation budget, which refills over a day. */
  invitationsPerDay: number
  identity: LogInDeps
  documents: BackendDocuments
  logs: LiveLogs
  keys: {
    peppers: Peppers
    announceKeyEnd: AnnounceKeyEnd
    announceCompanyChange: AnnounceCompanyChange
  }
}
