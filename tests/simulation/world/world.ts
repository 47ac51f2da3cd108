import type { AdmissionAudit } from '../checks/admission-audit.ts'
import type { ClientPromises } from '../checks/client-promises.ts'
import type { PlantedBug } from '../bugs/planted-bug.ts'
import type { Faults } from '../engine/faults.ts'
import type { Scheduler } from '../engine/scheduler.ts'
import type { SimulatedPostgres } from '../servers/simulated-postgres.ts'
import type { SimulatedRedis } from '../servers/simulated-redis.ts'

/** Everything in one simulation. */
export type World = {
  readonly seed: number
  readonly scheduler: Scheduler
  readonly faults: Faults
  readonly postgres: SimulatedPostgres
  readonly redis: SimulatedRedis
  readonly audit: AdmissionAudit
  readonly clients: ClientPromises
  /** A bug that replaces ports of the product; see `../bugs`. */
  readonly bug: PlantedBug | undefined
}
