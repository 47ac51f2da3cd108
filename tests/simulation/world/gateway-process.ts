// A gateway process: the product's own code, which runs calls between simulated servers, clients and a provider. It may
// die at any moment and lose its memory, and restarts with none.
import { createSettlement, type SettlementPorts } from '@gatehouse/gateway/setup/create-settlement'
import { chatEndpoint } from '@gatehouse/gateway/call/endpoint'
import { createGatewayMetrics } from '@gatehouse/gateway/gateway-metrics'
import type { CallDeps } from '@gatehouse/gateway/call/call-deps'
import { createOpenCalls } from '@gatehouse/gateway/call/open-calls'
import { openStoredAnswers } from '@gatehouse/gateway/setup/open-stored-answers'
import { reworkAnswer } from '@gatehouse/gateway/model/rework/rework-answer'
import { createRouteHealth } from '@gatehouse/gateway/provider/route-health'
import { runCall } from '@gatehouse/gateway/model/run-call'
import { Timings } from '@gatehouse/gateway/call/timings'
import { passThroughFormat } from '@gatehouse/gateway/model/wire-formats'
import { type CompanyScripts, openCompanyStore } from '@gatehouse/limits/company-store'
import { createExpectedOutput } from '@gatehouse/limits/expected-output'
import type { Limits } from '@gatehouse/limits/create-limits'
import { createHoldTable } from '@gatehouse/limits/hold-table'
import { createReadSnapshot } from '@gatehouse/limits/read-snapshot'
import { createServiceNames } from '@gatehouse/models/service-names'
import { oneShard } from '@gatehouse/postgres/shards'
import { Fault } from '@gatehouse/runtime/fault'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { Host } from '../engine/host.ts'
import { type CallPlan, aliases, toBody } from './call-plan.ts'
import { SimulatedClient } from './simulated-client.ts'
import type { SimulatedProvider } from './simulated-provider.ts'
import type { World } from './world.ts'

const logger = createLogger({ service: 'simulation', level: 'fatal', sinks: [] })
// Shared by all worlds: creating it takes longer than a whole world.
const registry = createMetrics('simulation')
const metrics = createGatewayMetrics(createMetrics('simulation'), { openCalls: () => 0, heldBytes: () => 0 })
const names = createServiceNames('svc')
const served = { endpoint: chatEndpoint, format: passThroughFormat(chatEndpoint.path) }
const chargeWaitMs = 5_000
// Until an answer is delivered and recorded as such, a crash does the most harm.
const criticalMs = 250
// Small, so that the limits are reached by the few calls of a simulated world.
const settlerLimits = { deadlineMs: chargeWaitMs, queueLengthMax: 8, batchSizeMax: 5 }
// A lease after the first call, because a simulated key makes few.
const leases = { callsMin: 1 }
const answerLimits = { bytesMax: 10_000, companyBytesMax: 1_000_000 }

const refuseAddresses = () => Promise.reject(new Error('addresses are not simulated'))
const unlimitedBytes = { take: () => undefined, onClose: () => undefined, close: () => undefined }
const contextOf = (callId: string) => ({
  logger,
  addLogFields: () => undefined,
  addLogFieldsAtEnd: () => undefined,
  setSpanAttributes: () => undefined,
  addPastSpans: () => undefined,
  // The provider recognises the call by it.
  startClientSpan: () => ({ traceparent: callId, end: () => undefined }),
})

export type ProcessDeps = { world: World; provider: SimulatedProvider; scripts: CompanyScripts }

type Life = { host: Host; deps: CallDeps }

export class GatewayProcess {
  readonly #deps: ProcessDeps
  readonly #name: string
  #lives = 0
  #isStopped = false
  #wallOffsetMs = 0
  #life: Life | undefined

  constructor(deps: ProcessDeps, name: string) {
    this.#deps = deps
    this.#name = name
    this.#begin()
  }

  /** Returns false if the process is down or stalled. */
  arrive(plan: CallPlan, callId: string): boolean {
    const { scheduler, clients } = this.#deps.world
    const life = this.#life
    if (!life || life.host.stalledUntilMs > scheduler.nowMs) return false
    scheduler.record(life.host.name, () => `call ${callId} of ${plan.key.companyId} arrives`)
    clients.arrive(callId, life.host, plan.idempotencyKey)
    this.#deps.provider.expect(plan, callId)
    life.host.deliver(() => void this.#serve(life, plan, callId))
    return true
  }

  isRunning(name: string): boolean {
    return this.#life?.host.name === name
  }

  /** Ends the process permanently. */
  stop(): void {
    this.#isStopped = true
    if (this.#life) this.#die(this.#life.host)
  }

  jumpWallClock(byMs: number): void {
    this.#wallOffsetMs += byMs
    if (this.#life) this.#life.host.wallOffsetMs = this.#wallOffsetMs
    this.#deps.world.scheduler.record(this.#name, () => `its wall clock jumps by ${byMs} ms`)
  }

  /** Redis cannot be reached by this process, and by the others as before. */
  loseRedis(forMs: number): void {
    const { scheduler, faults } = this.#deps.world
    if (!this.#life) return
    const { host } = this.#life
    host.redisCutUntilMs = scheduler.nowMs + forMs
    faults.lastUntil(host.redisCutUntilMs)
    scheduler.record(host.name, () => `is cut off from Redis until ${host.redisCutUntilMs} ms`)
  }

  async #serve({ host, deps }: Life, plan: CallPlan, callId: string): Promise<void> {
    const { world } = this.#deps
    const client = new SimulatedClient(world, host, callId)
    if (Number.isFinite(plan.hangsUpAfterMs))
      world.scheduler.after(plan.hangsUpAfterMs, () => host.deliver(() => client.hangUp()))
    const received = {
      id: callId,
      key: plan.key,
      body: toBody(plan),
      contentType: 'application/json',
      context: contextOf(callId),
      timings: new Timings(deps.clock),
      isDryRun: false,
      idempotencyKey: plan.idempotencyKey,
      bytes: unlimitedBytes,
      sink: client,
    }
    try {
      await runCall(deps, served, received as unknown as Parameters<typeof runCall>[2])
    } catch (thrown) {
      // A fault, or an error that the HTTP server answers with 500.
      const code = thrown instanceof Fault ? thrown.code : undefined
      if (code === 'gateway.idempotency_in_progress') world.clients.refusedAsRunning(callId)
      world.clients.see(callId, client.isOpen ? 'error' : 'refused')
    }
  }

  /** Reports every decision about a call to the audit. */
  #watchAdmissions(admit: Limits['admit'], host: Host): Limits['admit'] {
    const { audit, redis, scheduler } = this.#deps.world
    return async (call) => {
      const arrivedAtMs = scheduler.nowMs
      audit.callAsked(call)
      const admission = await admit(call)
      if (admission.kind === 'admitted') audit.callAdmitted(call, host, redis.data)
      if (admission.kind === 'insufficient_credits')
        audit.refusedForCredits(call.callId, call.companyId, arrivedAtMs)
      if (admission.kind === 'budget_reached')
        audit.refusedByBudget(call, { name: admission.scope, limit: admission.limitMicros, arrivedAtMs })
      return admission
    }
  }

  #begin(): void {
    const { world } = this.#deps
    if (this.#isStopped) return
    this.#lives += 1
    const host = new Host(`${this.#name}.${this.#lives}`, world.scheduler, (life) => this.#beforeStep(life))
    host.wallOffsetMs = this.#wallOffsetMs
    world.scheduler.record(host.name, () => 'starts')
    host.deliver(() => (this.#life = { host, deps: this.#compose(host) }))
  }

  /** Composes the product as `open-inference.ts` does, on simulated ports. */
  #compose(host: Host): CallDeps {
    const { world, provider, scripts } = this.#deps
    const { random } = world.scheduler
    const { clock } = host
    registry.clear()
    const connection = world.postgres.connect(host)
    const shards = oneShard(connection)
    const ports: SettlementPorts = {
      clock,
      logger,
      metrics: registry,
      random: () => random.next() / 2 ** 32,
      processId: host.name,
      prepareBatch: (calls) => (marks) =>
        connection.transact(
          () => `${host.name} settles ${calls.map(({ id, end }) => `${id} ${end.kind}`).join(', ')}`,
          (tables) => {
            host.criticalUntilMs = world.scheduler.nowMs + criticalMs
            return tables.settle(calls, marks)
          },
        ),
      writeMarks: (marks) =>
        connection.transact(
          () => `${host.name} marks ${String(marks.callIds)} as undelivered`,
          (tables) => tables.writeMarks(marks),
        ),
      writeDeliveries: (deliveries) =>
        connection.transact(
          () => `${host.name} records ${String(deliveries.callIds)} as delivered`,
          (tables) => tables.writeDeliveries(deliveries),
        ),
      giveBack: (charge) =>
        connection.transact(
          () => `${host.name} gives back ${charge.id}`,
          (tables) => tables.returnCharge(charge, 'given_up'),
        ),
      undelivered: [
        {
          findStale: (staleMs) =>
            connection.transact(
              () => `${host.name} looks for stale marks`,
              (tables) => tables.findStale(staleMs),
            ),
          returnCharges: (marks) =>
            connection.transact(
              () => `${host.name} returns charges of ${marks.processId}`,
              (tables) => tables.returnUndelivered(marks),
            ),
        },
      ],
      onSettled: () => undefined,
      store: openCompanyStore({ redis: world.redis.connect(host), clock, processId: host.name }, scripts),
      addressWindows: { admit: refuseAddresses, lease: refuseAddresses },
      table: createHoldTable(shards),
      readSnapshot: createReadSnapshot({ shards }),
    }
    const settlement = createSettlement(
      world.bug?.settlement?.(ports, { host }) ?? ports,
      { settler: settlerLimits, limits: { leases } },
      new AsyncDisposableStack(),
    )
    const deps = {
      clock,
      names,
      random: ports.random,
      catalog: {
        find: (alias: string) => aliases.get(alias),
        list: () => [...aliases.values()],
        isLoaded: () => true,
      },
      settler: settlement.settler,
      limits: { ...settlement.limits, admit: this.#watchAdmissions(settlement.limits.admit, host) },
      chargeWaitMs,
      ledger: { problem: () => undefined },
      answers: openStoredAnswers({ shards, clock }, answerLimits),
      expectedOutput: createExpectedOutput(),
      pools: provider.connect(host),
      health: createRouteHealth({ clock, logger }),
      rework: async (bytes: Buffer, options: Parameters<typeof reworkAnswer>[1]) =>
        reworkAnswer(bytes, options),
      observeModel: () => undefined,
      openCalls: createOpenCalls({ clock, readStanding: async () => 'live' }),
      metrics,
    } as unknown as CallDeps
    return world.bug?.inference?.(deps, { host }) ?? deps
  }

  #beforeStep(host: Host): void {
    const { scheduler, faults } = this.#deps.world
    if (faults.strikes('crash', scheduler.nowMs < host.criticalUntilMs)) return this.#die(host)
    if (!faults.strikes('stall')) return
    host.stall(scheduler.random.pick([500, 8_000, 90_000]))
    faults.lastUntil(host.stalledUntilMs)
    scheduler.record(host.name, () => `stalls until ${host.stalledUntilMs} ms`)
  }

  #die(host: Host): void {
    const { scheduler, clients } = this.#deps.world
    host.isAlive = false
    host.diedAtMs = scheduler.nowMs
    this.#life = undefined
    scheduler.record(host.name, () => 'dies')
    clients.processDied(host)
    scheduler.after(scheduler.random.pick([100, 2_000, 20_000]), () => this.#begin())
  }
}
