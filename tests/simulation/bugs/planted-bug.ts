// A bug that a change of the product could introduce. It replaces ports of the product or of its servers, so that the
// product's own code stays as it is.
import type { InboxDeps } from '@gatehouse/billing/billing-deps'
import type { Inbox } from '@gatehouse/billing/create-inbox'
import type { SettlementPorts } from '@gatehouse/gateway/setup/create-settlement'
import type { CallDeps } from '@gatehouse/gateway/call/call-deps'
import type { Host } from '../engine/host.ts'
import type { Tables } from '../servers/tables.ts'

type BugScene = { host: Host }

export type PlantedBug = {
  what: string
  settlement?: (ports: SettlementPorts, scene: BugScene) => SettlementPorts
  inference?: (deps: CallDeps, scene: BugScene) => CallDeps
  inbox?: (deps: InboxDeps) => InboxDeps
  /** Changes what the webhook and the jobs call. */
  openInbox?: (inbox: Inbox, scene: BugScene & { deps: InboxDeps }) => Inbox
  /** Changes the functions of the database. */
  tables?: (tables: Tables) => void
}
