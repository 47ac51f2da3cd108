import type { Allowance } from '@gatehouse/allowances/allowance'
import type { AccessActQueue } from '@gatehouse/audit/access-acts/copy-access-act'
import type { Billing } from '@gatehouse/billing/open-billing'
import type { FindArchivedCall } from '@gatehouse/credits/archived-calls'
import type { ReceiptSigner } from '@gatehouse/credits/receipt-signer'
import type { LogInDeps } from '@gatehouse/identity/log-in'
import type { RelyingParty } from '@gatehouse/identity/passkey-settings'
import type { Peppers } from '@gatehouse/keys/hash-key'
import type { AnnounceCompanyChange, AnnounceKeyEnd } from '@gatehouse/keys/key-ports'
import type { ReadHeldBalance } from '@gatehouse/limits/read-held-balance'
import type { ReadRefusals } from '@gatehouse/limits/read-refusals'
import type { ReadWindow } from '@gatehouse/limits/read-window'
import type { MailSeal } from '@gatehouse/mail/seal-mail'
import type { ReadRouteStates } from '@gatehouse/models/route-states'
import type { LiveLogs } from '@gatehouse/redis/watch-live-logs'
import type { RuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Seal } from '@gatehouse/runtime/seal'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Database } from '@gatehouse/schema/database'
import type { TaskQueue } from '@gatehouse/tasks/create-task-queue'
import type { DeadLetters } from '@gatehouse/tasks/dead-letters'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { EndpointDeps } from '@gatehouse/outgoing-events/manage-endpoints'
import type { Shards } from '@gatehouse/postgres/shards'
import type { GeneratorControls, HasMailServer } from '../ai-service/ai-service-client.ts'
import type { Monitoring } from '../ai-service/monitoring-client.ts'
import type { BackendDocuments } from '../open-backend-documents.ts'
import type { BackendEvents } from '../open-backend-events.ts'
import type { BackendSso } from '../sso/open-backend-sso.ts'
import type { AccessCheck, Viewer } from './access/viewer.ts'
import type { ReadPlatformStatus } from './operations/platform/monitoring/read-platform-status.ts'

/** What a resolver receives in addition to its inputs. Lives for one request or one subscription. */
export type OperationContext = {
  viewer: Viewer
  deps: OperationDeps
  requestId: string
  /** Undefined if the connection closed before the address could be read. */
  clientAddress: string | undefined
  /** Undefined on a WebSocket. */
  userAgent: string | undefined
  logger: Logger
  refreshCookie: LoginCookie
  /** Identifies a browser that has logged in before; outlives the session. */
  deviceCookie: LoginCookie
  /** Called once a subscription has been authorised, with a function that checks whether it is still authorised. */
  onAllowed?(check: AccessCheck): void
}

type BackendIdentity = LogInDeps & {
  /** Encrypts the secrets of authenticator apps. */
  seal: Seal
  /** Whether a super admin without a second factor may only set one up. */
  isFactorRequired: boolean
  /** The site for which passkeys are made. Undefined if browsers would refuse them there. */
  relyingParty: RelyingParty | undefined
}

/** On a WebSocket, where no header can be set, the cookie is absent and setting it does nothing. */
export type LoginCookie = {
  read(): Secret | undefined
  set(token: Secret, expiresAt: Date): void
  clear(): void
}

/** Dependencies of the operations, by domain. A new domain adds its member here and is opened in `open-graphql.ts`. */
export type OperationDeps = {
  /** The directory: companies, users, keys, models, and lists over all companies. */
  database: Database
  /** The connections of a company. */
  databases: Shards<Database>
  ids: Ids
  clock: Clock
  /** `randomFillSync` of node:crypto. */
  fillRandom: (bytes: Uint8Array) => unknown
  /** Allowance of a company whose plan does not set one. */
  defaultAllowance: Allowance
  billing: Billing
  /** Undefined if no object store is configured; archived calls are then not found. */
  findArchivedCall: FindArchivedCall | undefined
  receiptSigner: Pick<ReceiptSigner, 'sign'>
  readHeldBalance: ReadHeldBalance
  readRefusals: ReadRefusals
  /** Base URL of the console, without a trailing slash. */
  consoleUrl: string
  generator: GeneratorControls
  /** Queue in which a mail is enqueued by the same transaction as the change it reports. */
  mailQueue: TaskQueue
  hasMailServer: HasMailServer
  /** Undefined if MAIL_SECRETS is not set; invitations are then unavailable. */
  mailSeal: MailSeal | undefined
  outgoingEvents: Pick<EndpointDeps, 'eventSeal' | 'judgeAddress'>
  /** Size of a company's invitation budget, which refills over a day. */
  invitationsPerDay: number
  /** The names that rules look up when a job is read. */
  names: RuleVocabulary
  /** Queue in which a job's text is enqueued for a model's parse. */
  jobQueue: TaskQueue
  deadLetters: DeadLetters
  readRouteStates: ReadRouteStates
  readPlatformStatus: ReadPlatformStatus
  monitoring: Monitoring
  /** Queue in which revocations and suspensions are enqueued for their copy in the object store. */
  accessActs: AccessActQueue
  /** Queue in which a reconciliation is enqueued for the AI service. */
  reconciliationQueue: TaskQueue
  identity: BackendIdentity
  documents: BackendDocuments
  logs: LiveLogs
  sso: BackendSso
  events: BackendEvents
  keys: {
    peppers: Peppers
    announceKeyEnd: AnnounceKeyEnd
    announceCompanyChange: AnnounceCompanyChange
    readWindow: ReadWindow
  }
}
