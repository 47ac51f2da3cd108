import { oneShard } from '@gatehouse/postgres/shards'
import { createDatabase } from '@gatehouse/postgres/create-database'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { migrate } from '@gatehouse/postgres/migrate'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import type { Tables } from '@gatehouse/schema/tables'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { startPostgres } from '@gatehouse/testkit/start-postgres'
import { startStandby } from '@gatehouse/testkit/start-standby'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postTransfer } from '../../postgres/post-transfer.ts'
import { prepareBatch } from '../../postgres/settlement/settle-batch.ts'
import { reconcile } from '../reconcile.ts'
import { countDrifting } from '../reconciliation-report.ts'
import { createLedgerInspector } from './create-ledger-inspector.ts'
import { ledgerOf, readStandby } from './ledger-reads.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const scope = new AsyncDisposableStack()

const connect = (url: string) => {
  const opened = createPostgres({
    url: new Secret(url),
    applicationName: 'test',
    poolSizeMax: 4,
    connectTimeoutMs: 20_000,
    queryTimeoutMs: 20_000,
    logger,
  })
  scope.defer(() => opened.close())
  return opened
}

let world: Awaited<ReturnType<typeof openWorld>>
async function openWorld() {
  const server = scope.use(await startPostgres())
  await migrate({ databaseUrl: server.url, directory: migrationsDirectory })
  const standby = scope.use(await startStandby(server))
  return { standby, primary: connect(server.url), reads: connect(standby.server.url) }
}
beforeAll(async () => {
  world = await openWorld()
}, 120_000)
afterAll(() => scope.disposeAsync())

async function addCharge(companyId: string, chargedMicros: bigint) {
  const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 }
  const call = {
    id: ids.uuid(),
    companyId,
    keyId: companyId,
    alias: 'svc/chat-default',
    operation: 'chat',
    heldMicros: 9n,
    durationMs: 1,
    end: { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros },
  } as const
  await prepareBatch(world.primary, [call])()
}

function run(catchUpMsMax = 20_000) {
  const { primary, reads } = world
  const standby = readStandby({ primary, standby: reads, clock, catchUpMsMax })
  const times = { closedAfterMs: 0, callMsMax: 60_000 }
  const ledger = createLedgerInspector({ shards: oneShard(ledgerOf(primary, standby)), ids }, times)
  return reconcile({ clock, logger, ledger })
}

test('the ledger is read at the standby, results are written at the primary, and drift is found', async () => {
  const companyId = ids.uuid()
  await postTransfer(ids, createDatabase<Tables>(world.primary), {
    owner: { id: companyId, kind: 'COMPANY' },
    kind: 'grant',
    type: 'PACK_PURCHASE',
    amountMicros: 1_000n,
    businessKey: `pack:${companyId}`,
  })
  for (const micros of [5n, 7n]) {
    await addCharge(companyId, micros)
    // The run sees everything that was committed before it.
    expect(countDrifting((await run()).outcomes)).toMatchObject({ I1: 0, I2: 0, I3: 0, I4: 0 })
  }
  const { rows } = await world.primary.query(
    'select calls_micros from reconciled_days where company_id = $1',
    [companyId],
  )
  expect(rows).toEqual([{ calls_micros: 12n }])
  await world.primary.query(
    'update credit_accounts set charged_micros = charged_micros + 1 where owner_id = $1',
    [companyId],
  )
  const report = await run()
  expect(countDrifting(report.outcomes)).toMatchObject({ I1: 1, I3: 1 })
  expect([...report.freezes]).toEqual([[companyId, 'frozen']])
})

test('a standby that is behind is not read', async () => {
  await world.primary.query(`alter system set synchronous_standby_names = ''`)
  await world.primary.query('select pg_reload_conf()')
  await world.standby.freeze()
  await world.primary.query('create table written_while_frozen (id integer)')
  await expect(run(300)).rejects.toMatchObject({ code: 'credits.standby_behind' })
  world.standby.thaw()
  expect(await run()).toMatchObject({ outcomes: { I2: { kind: 'checked' } } })
})

test('a server that is not a standby of the primary is refused', async () => {
  const { primary } = world
  await expect(readStandby({ primary, standby: primary, clock }).catchUp()).rejects.toMatchObject({
    code: 'credits.not_a_standby',
  })
})
