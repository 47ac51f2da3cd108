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

/** What operations work with, by domain. A domain that comes to the backend adds its line, and `open-graphql.ts` opens it. */
export type OperationDeps = {
  database: Kysely<Tables>
  postgres: Postgres
  ids: Ids
  clock: Clock
  /** `randomFillSync` of node:crypto. */
  fillRandom: (bytes: Uint8Array) => unknown
  /** What a company has whose plan says nothing else. */
  defaultAllowance: Allowance
  billing: Billing
  /** Where people are led to, without a slash at its end. */
  consoleUrl: string
  generator: GeneratorControls
  /** For mails that are written with what causes them. */
  mailQueue: TaskQueue
  hasMailServer: HasMailServer
  /** Undefined where MAIL_SECRETS is not set: then invitations are unavailable. */
  mailSeal: MailSeal | undefined
  /** How many invitations a company may have sent at once, and in a day from then on. */
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
