// A bug that a change of the product could introduce. It replaces ports of the product or of its servers, so that the
// product's own code stays as it is.
import type { SettlementPorts } from '@gatehouse/gateway/inference/create-settlement'
import type { InferenceDeps } from '@gatehouse/gateway/inference/inference-deps'
import type { Host } from '../engine/host.ts'
import type { Tables } from '../servers/tables.ts'

type BugScene = { host: Host }

export type PlantedBug = {
  what: string
  settlement?: (ports: SettlementPorts, scene: BugScene) => SettlementPorts
  inference?: (deps: InferenceDeps, scene: BugScene) => InferenceDeps
  /** Changes the functions of the database. */
  tables?: (tables: Tables) => void
}
