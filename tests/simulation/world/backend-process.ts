// A backend process: the product's own inbox of payment events, between the simulated payment provider, Postgres and
// Redis. It may die at any moment, and restarts with an empty memory.
import type { InboxDeps } from '@gatehouse/billing/billing-deps'
import { type Inbox, createInbox } from '@gatehouse/billing/create-inbox'
import { sweepEvents } from '@gatehouse/billing/sweep-events'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import type { Transfer } from '@gatehouse/credits/transfer'
import { type CompanyScripts, openCompanyStore } from '@gatehouse/limits/company-store'
import { oneShard } from '@gatehouse/postgres/shards'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { Host } from '../engine/host.ts'
import { openSimulatedDatabase } from '../rows/simulated-database.ts'
import { type PaymentEvent, type PaymentProvider, apiVersion } from './payment-provider.ts'
import type { World } from './world.ts'

const logger = createLogger({ service: 'simulation', level: 'fatal', sinks: [] })

// As in `open-billing.ts`, but the sweep runs every ten seconds instead of every five minutes: a world lasts for a minute.
const retryEveryMs = 1_000
const retriesPerSweep = 10

export type BackendDeps = {
  world: World
  scripts: CompanyScripts
  provider: PaymentProvider
  /** Whether an event waits to be stored or applied. If none does, the jobs would find nothing. */
  hasWork: () => boolean
}

type Life = { host: Host; deps: InboxDeps; inbox: Inbox; isWorking: boolean }

export class BackendProcess {
  readonly #deps: BackendDeps
  readonly #name: string
  #lives = 0
  #life: Life

  constructor(deps: BackendDeps, name: string) {
    this.#deps = deps
    this.#name = name
    this.#life = this.#start()
  }

  /** Delivers an event to the webhook. The provider is answered once the event is stored. */
  receive(event: PaymentEvent, acknowledge: () => void): void {
    const { host, inbox } = this.#life
    host.deliver(() => void inbox.receive(event).then(acknowledge, () => undefined))
  }

  /** An operator grants credits. */
  grant(transfer: (nowMs: number) => Transfer, acknowledge: () => void): void {
    const { host, deps } = this.#life
    host.deliver(() => void this.#post(deps, transfer(deps.clock.wallMs()), acknowledge))
  }

  async #post(deps: InboxDeps, transfer: Transfer, acknowledge: () => void): Promise<void> {
    try {
      await postTransfer(deps.ids, deps.database, transfer)
      acknowledge()
      deps.onCompaniesChanged?.([transfer.owner.id])
    } catch {
      // The operator tries again.
    }
  }

  /** Must be called when there is work for the jobs. */
  work(): void {
    const life = this.#life
    if (life.isWorking) return
    life.isWorking = true
    this.#runJobs(life, 1)
  }

  #runJobs(life: Life, round: number): void {
    life.host.clock.after(retryEveryMs, () => {
      life.isWorking = this.#deps.hasWork()
      if (life.isWorking) void this.#runRound(life, round).then(() => this.#runJobs(life, round + 1))
    })
  }

  async #runRound({ deps, inbox }: Life, round: number): Promise<void> {
    try {
      if (round % retriesPerSweep === 0) await sweepEvents({ ...deps, inbox })
      await inbox.retryDue()
    } catch {
      // The jobs run again.
    }
  }

  #start(): Life {
    const { world } = this.#deps
    this.#lives += 1
    const host = new Host(`${this.#name}.${this.#lives}`, world.scheduler, (life) => this.#beforeStep(life))
    const composed = this.#compose(host)
    const deps = world.bug?.inbox?.(composed) ?? composed
    const inbox = createInbox(deps)
    return { host, deps, inbox: world.bug?.openInbox?.(inbox, { deps, host }) ?? inbox, isWorking: false }
  }

  /** Composes the inbox as `open-billing.ts` does, on simulated ports. */
  #compose(host: Host): InboxDeps {
    const { world, scripts, provider } = this.#deps
    const { clock } = host
    const database = openSimulatedDatabase(world.postgres, host)
    const store = openCompanyStore({ redis: world.redis.connect(host), clock, processId: host.name }, scripts)
    let idCount = 0
    return {
      database,
      databases: oneShard(database),
      clock,
      ids: { uuid: () => `${host.name}-${(idCount += 1)}` },
      logger,
      provider: provider.connect(host) as unknown as InboxDeps['provider'],
      readEvent: (payload) => provider.find((payload as { id: string }).id),
      readFact: (event) => provider.find(event.id).fact,
      expected: { apiVersion, isLive: false },
      onCompaniesChanged(companyIds) {
        for (const id of companyIds) void store.forget(id).catch(() => undefined)
      },
    }
  }

  #beforeStep(host: Host): void {
    const { scheduler, faults } = this.#deps.world
    if (faults.strikes('crash')) return this.#die(host)
    if (!faults.strikes('stall')) return
    host.stall(scheduler.random.pick([500, 8_000]))
    faults.lastUntil(host.stalledUntilMs)
    scheduler.record(host.name, () => `stalls until ${host.stalledUntilMs} ms`)
  }

  #die(host: Host): void {
    const { scheduler, postgres } = this.#deps.world
    host.isAlive = false
    scheduler.record(host.name, () => 'dies')
    scheduler.after(1, () => postgres.tables.rows.rollBackAll(host.name))
    scheduler.after(scheduler.random.pick([100, 3_000]), () => {
      this.#life = this.#start()
      this.work()
    })
  }
}
