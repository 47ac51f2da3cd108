// The product's inbox of payment events on a real Postgres and on simulated rows: both receive the same events, and must
// then have the same rows.
import assert from 'node:assert/strict'
import type { InboxDeps } from '@gatehouse/billing/billing-deps'
import { createInbox } from '@gatehouse/billing/create-inbox'
import { sweepEvents } from '@gatehouse/billing/sweep-events'
import { oneShard } from '@gatehouse/postgres/shards'
import { type Clock, createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import type { OpenTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { Faults } from '../engine/faults.ts'
import { Host } from '../engine/host.ts'
import { Scheduler } from '../engine/scheduler.ts'
import { LedgerWatch } from '../checks/ledger-watch.ts'
import { AdmissionAudit } from '../checks/admission-audit.ts'
import type { Row } from '../rows/row.ts'
import { RowTransaction } from '../rows/row-store.ts'
import { openSimulatedDatabase } from '../rows/simulated-database.ts'
import { SimulatedPostgres } from '../servers/simulated-postgres.ts'
import { type PaymentApi, type PaymentEvent, PaymentProvider, apiVersion } from '../world/payment-provider.ts'

const systemClock = createSystemClock()
const ids = createIds(systemClock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })

const companyTables = ['credit_pack_purchases', 'paid_grants', 'invoices', 'provider_customers'] as const
// Times and ids are chosen by each side, and the number of attempts depends on the time.
const ownColumns = new Set(['id', 'attempts', 'api_version'])

type Delivery = (deps: InboxDeps) => Promise<unknown>

export class InboxSides {
  readonly #opened: OpenTestDatabase
  readonly #scheduler: Scheduler
  readonly #postgres: SimulatedPostgres
  readonly #host: Host
  readonly #deps: { real: InboxDeps; simulated: InboxDeps }
  readonly provider: PaymentProvider

  constructor(seed: number, opened: OpenTestDatabase) {
    this.#opened = opened
    const scheduler = new Scheduler(seed, false)
    this.#scheduler = scheduler
    // No fault occurs after the time −1.
    const faults = new Faults(scheduler, -1)
    this.#postgres = new SimulatedPostgres({
      scheduler,
      faults,
      watch: (tables) =>
        new LedgerWatch(scheduler, new AdmissionAudit(scheduler, () => tables.ledger), tables),
      inspect: () => undefined,
    })
    this.#host = new Host('backend', scheduler, () => undefined)
    const provider = new PaymentProvider({ scheduler, faults })
    this.provider = provider
    this.#deps = {
      real: this.#compose(opened.database, systemClock, {
        listEvents: async (page) => provider.listEvents(page),
        readCharge: async (chargeId) => provider.readCharge(chargeId),
      }),
      simulated: this.#compose(
        openSimulatedDatabase(this.#postgres, this.#host),
        this.#host.clock,
        provider.connect(this.#host),
      ),
    }
  }

  get random() {
    return this.#scheduler.random
  }

  receive(event: PaymentEvent): Promise<void> {
    return this.#onBoth((deps) => createInbox(deps).receive(event))
  }

  sweep(): Promise<void> {
    return this.#onBoth(async (deps) => {
      const inbox = createInbox(deps)
      await sweepEvents({ ...deps, inbox }, { since: new Date(0) })
      await inbox.retryDue()
    })
  }

  /** Adds a row that exists before the events arrive. */
  async add(table: 'companies' | 'credit_pack_purchases' | 'credit_packs', row: Row): Promise<void> {
    await this.#opened.database
      .insertInto(table)
      .values(row as never)
      .execute()
    if (table === 'credit_packs') return
    this.#postgres.change((tables) => {
      const tx = new RowTransaction('test')
      const defaults = tables.rows.definition(table).defaults(new Date(tables.nowMs))
      tables.rows.write(tx, table, { ...defaults, ...row })
      tables.commit(tx)
    })
  }

  /** Compares all rows of the company. */
  async compare(companyId: string): Promise<void> {
    const { database } = this.#opened
    const { tables } = this.#postgres
    for (const table of companyTables) {
      const real = await database.selectFrom(table).selectAll().where('company_id', '=', companyId).execute()
      const simulated = [...tables.rows.committed(table).values()].filter(
        (row) => row['company_id'] === companyId,
      )
      assert.deepEqual(toLines(simulated), toLines(real), table)
    }
    const customer = `cus ${companyId}`
    const charges = await database
      .selectFrom('provider_charges')
      .selectAll()
      .where('provider_customer_id', '=', customer)
      .execute()
    const simulated = [...tables.rows.committed('provider_charges').values()].filter(
      (row) => row['provider_customer_id'] === customer,
    )
    assert.deepEqual(toLines(simulated), toLines(charges))
    const transfers = await database
      .selectFrom('credit_transfers')
      .select(['business_key', 'type', 'amount_micros'])
      .where('owner_id', '=', companyId)
      .execute()
    const posted = tables.ledger.transfers.filter(({ ownerId }) => ownerId === companyId)
    assert.deepEqual(
      posted.map(({ businessKey, type, amountMicros }) => `${businessKey} ${type} ${amountMicros}`).sort(),
      transfers.map((row) => `${row.business_key} ${row.type} ${row.amount_micros}`).sort(),
    )
  }

  /** Compares what the inbox has recorded about these events. */
  async compareEvents(events: readonly PaymentEvent[]): Promise<readonly string[]> {
    const eventIds = events.map(({ id }) => id)
    const real = await this.#opened.database
      .selectFrom('provider_events')
      .select(['id', 'type', 'status', 'source', 'waits_for', 'last_error'])
      .where('id', 'in', eventIds)
      .execute()
    const stored = this.#postgres.tables.rows.committed('provider_events')
    const write = (row: Row) =>
      ['id', 'type', 'status', 'source', 'waits_for', 'last_error'].map((name) => String(row[name])).join(' ')
    const simulated = eventIds.map((id) => stored.get(id)).filter((row) => row !== undefined)
    assert.deepEqual(simulated.map(write).sort(), real.map(write).sort())
    return real.map(({ status }) => status)
  }

  async #onBoth(delivery: Delivery): Promise<void> {
    await delivery(this.#deps.real)
    const simulated: { outcome?: 'done' | { failure: unknown } } = {}
    const run = async () => {
      try {
        await delivery(this.#deps.simulated)
        simulated.outcome = 'done'
      } catch (thrown) {
        simulated.outcome = { failure: thrown }
      }
    }
    this.#host.deliver(() => void run())
    await settlePromises()
    while (simulated.outcome === undefined && this.#scheduler.runNext()) await settlePromises()
    assert.deepEqual(simulated.outcome, 'done')
  }

  #compose(database: Database, clock: Clock, api: PaymentApi): InboxDeps {
    const { provider } = this
    return {
      database,
      databases: oneShard(database),
      clock,
      ids,
      logger,
      provider: api as InboxDeps['provider'],
      readEvent: (payload) => provider.find((payload as { id: string }).id),
      readFact: (event) => provider.find(event.id).fact,
      expected: { apiVersion, isLive: false },
    }
  }
}

function settlePromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function toLines(rows: readonly Row[]): readonly string[] {
  return rows
    .map((row) =>
      Object.entries(row)
        .filter(([name, value]) => !ownColumns.has(name) && !name.endsWith('_at') && !(value instanceof Date))
        .map(([name, value]) => `${name} ${String(value)}`)
        .sort()
        .join(', '),
    )
    .sort()
}
