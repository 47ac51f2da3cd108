// Opens the ports of the settlement of this process: the connections for charges, the stores of holds, and the events
// about them.
import { createFindOverdueInMs } from '@gatehouse/billing/find-overdue'
import { createEventPublisher } from '@gatehouse/companies/event-channel'
import type { Settler } from '@gatehouse/credits/create-settler'
import { type LedgerGuard, createLedgerGuard } from '@gatehouse/credits/ledger-guard'
import { returnCharge, returnUndelivered } from '@gatehouse/credits/return-charge'
import { settlementLedger } from '@gatehouse/credits/settle-batch'
import { settlementConnections } from '@gatehouse/credits/settler-options'
import { findStaleMarks } from '@gatehouse/credits/undelivered-calls'
import { createAddressWindows } from '@gatehouse/limits/address-windows'
import { createCompanyStore } from '@gatehouse/limits/company-store'
import type { Limits } from '@gatehouse/limits/create-limits'
import { createHoldTable } from '@gatehouse/limits/hold-table'
import { createReadSnapshot } from '@gatehouse/limits/read-snapshot'
import { createDatabase } from '@gatehouse/postgres/create-database'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { mapShards } from '@gatehouse/postgres/shards'
import { readServerState } from '@gatehouse/postgres/server-state'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { GatewayConfig } from '../config.ts'
import { type SettlementPorts, createSettlement } from './create-settlement.ts'

export type Settlement = { settler: Settler; limits: Limits; ledger: LedgerGuard }

export async function openSettlement(
  resources: ServiceResources,
  config: GatewayConfig,
  scope: AsyncDisposableStack,
): Promise<Settlement> {
  const { clock, logger, metrics, shards, redis, ids } = resources
  const { abandonLimits, chargeWaitMs: deadlineMs } = config
  const { settlement, ledger } = await openLedger(resources, config, scope)
  const databases = mapShards(shards, (postgres): Database => createDatabase<Tables>(postgres))
  const events = createEventPublisher({ redis, clock })
  scope.defer(events.close)
  const ports: SettlementPorts = {
    clock,
    logger,
    metrics,
    random: Math.random,
    processId: ids.uuid(),
    ...settlementLedger(settlement),
    giveBack: (charge) => returnCharge(databases.of(charge.companyId), charge, { ids, reason: 'given_up' }),
    undelivered: databases.all().map((database) => ({
      findStale: (staleMs: number) => findStaleMarks(database, staleMs),
      returnCharges: (marks) => returnUndelivered(database, marks, ids),
    })),
    onSettled(companyId) {
      events.publish(companyId, 'CALLS')
      events.publish(companyId, 'BALANCE')
    },
    store: await createCompanyStore({ redis, clock, processId: ids.uuid(), abandonLimits }),
    addressWindows: await createAddressWindows({ redis }),
    table: createHoldTable(shards),
    readSnapshot: createReadSnapshot({ shards, findOverdueInMs: createFindOverdueInMs(shards) }),
  }
  return { ...createSettlement(ports, { settler: { deadlineMs }, limits: { abandonLimits } }, scope), ledger }
}

/** Opens the connections for charges, each checked before its first charge, and the guard that checks them. */
async function openLedger(
  { clock, logger, metrics }: ServiceResources,
  config: GatewayConfig,
  scope: AsyncDisposableStack,
): Promise<{ settlement: Postgres; ledger: LedgerGuard }> {
  const ledger = createLedgerGuard(
    { clock, logger, metrics, readState: () => readServerState(settlement) },
    { isLossAllowed: config.isLossAllowed },
  )
  const settlement: Postgres = createPostgres({
    url: config.postgres.url,
    applicationName: 'gatehouse gateway settlement',
    poolSizeMax: settlementConnections,
    // The guard checks the server every minute, on the connection that was used last: so a lane always finds one on which
    // its statements are prepared.
    idleTimeoutMs: 90_000,
    checkConnection: async (connection) => ledger.observe(await readServerState(connection)),
    logger,
    metrics,
  })
  scope.defer(settlement.close)
  scope.defer(ledger.close)
  // Without its database, a gateway starts nevertheless, some seconds later, and returns 503.
  await ledger.start()
  return { settlement, ledger }
}
