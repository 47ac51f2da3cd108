// The companies, their keys and budgets, the gateway processes, and the calls that clients send to them.
import type { CompanyScripts } from '@gatehouse/limits/company-store'
import type { CallerKey } from '@gatehouse/keys/key-ports'
import { Host } from '../engine/host.ts'
import { type CallPlan, planCall } from './call-plan.ts'
import { GatewayProcess } from './gateway-process.ts'
import type { Payments } from './payments.ts'
import { SimulatedProvider } from './simulated-provider.ts'
import type { World } from './world.ts'

type CallsDeps = { scripts: CompanyScripts; payments: Payments; busyMs: number; isSmall: boolean }

const fewCredits = [200, 3_000, 8_000, 40_000]
const manyCredits = [5_000, 8_000, 20_000, 60_000]
// A client that has no answer tries again after this time, a few times.
const retriesMax = 3
// Longer than the others need to notice it, and than most streams.
const cutMs = 12_000

export class Calls {
  readonly #world: World
  readonly #processes: readonly GatewayProcess[]
  #outstanding = 0
  #tries = 0
  #isScaledIn = false

  constructor(world: World, { scripts, payments, busyMs, isSmall }: CallsDeps) {
    this.#world = world
    const { scheduler } = world
    const { random } = scheduler
    const provider = new SimulatedProvider(world)
    const keys: CallerKey[] = []
    // In some worlds, most calls are of one key and come at once: they use leases, which exclude the last credits.
    const hasBurst = isSmall && random.chance(0.3)
    for (let index = random.between(1, isSmall ? 2 : 3); index > 0; index -= 1) {
      const companyId = toCompanyId(index)
      payments.buyFirstPack(companyId, BigInt(random.pick(hasBurst ? manyCredits : fewCredits)))
      keys.push(...this.#createKeys(companyId))
    }
    this.#processes = Array.from(
      { length: random.between(1, isSmall ? 2 : 3) },
      (_, index) => new GatewayProcess({ world, provider, scripts }, `gateway-${index + 1}`),
    )
    // In some worlds, one process alone loses Redis, while long streams run at the others.
    const hasCut = this.#processes.length > 1 && random.chance(0.15)
    if (hasCut) this.#cutOff(random.pick(this.#processes))
    const callsMs = hasCut ? Math.max(busyMs, cutMs) : busyMs
    const burst = hasBurst ? { key: random.pick(keys), atMs: random.below(busyMs) } : undefined
    for (let index = isSmall ? random.between(5, 12) : random.between(24, 40); index > 0; index -= 1) {
      const [key, atMs] =
        burst && random.chance(0.85)
          ? [burst.key, burst.atMs + random.below(250)]
          : [random.pick(keys), random.below(callsMs)]
      this.#begin(planCall(random, { id: `c${index}`, key, slowShare: hasCut ? 0.3 : 0.04 }), atMs)
    }
    for (let index = random.below(isSmall ? 3 : 8); index > 0; index -= 1) {
      const { companyId } = random.pick(keys)
      this.#later(random.below(busyMs), () => payments.happen(companyId, busyMs + 20_000))
    }
    for (let index = random.below(3); index > 0; index -= 1) {
      const process = random.pick(this.#processes)
      const byMs = random.pick([-3_600_000, 3_600_000])
      this.#later(random.below(busyMs), () => process.jumpWallClock(byMs))
    }
    for (let index = random.below(4); index > 0; index -= 1) this.#sweep(index, busyMs + 20_000)
  }

  /** Events that are planned and have not happened. */
  get outstanding(): number {
    return this.#outstanding
  }

  /** Only the reapers have work left: all processes but one are removed, as when a deployment is scaled in. */
  scaleIn(): void {
    if (this.#isScaledIn) return
    this.#isScaledIn = true
    for (const process of this.#processes.slice(1)) process.stop()
  }

  /** Whether the process with this name has neither died nor been stopped. */
  isRunning(name: string): boolean {
    return this.#processes.some((process) => process.isRunning(name))
  }

  #cutOff(process: GatewayProcess): void {
    const { random } = this.#world.scheduler
    const forMs = random.pick([cutMs / 3, cutMs, cutMs])
    this.#later(random.below(3_000), () => process.loseRedis(forMs))
  }

  #later(delayMs: number, run: () => void): void {
    this.#outstanding += 1
    this.#world.scheduler.after(delayMs, () => {
      this.#outstanding -= 1
      run()
    })
  }

  #begin(plan: CallPlan, delayMs: number): void {
    this.#later(delayMs, () => this.#send(plan, 0))
  }

  /** A caller that reaches a dead or stalled process tries another one a little later. */
  #send(plan: CallPlan, retry: number): void {
    const { random } = this.#world.scheduler
    this.#tries += 1
    const callId = retry === 0 ? plan.id : `${plan.id}-${retry}-${this.#tries}`
    if (!random.pick(this.#processes).arrive(plan, callId))
      return this.#later(1_000, () => this.#send(plan, retry))
    if (plan.idempotencyKey === undefined || retry === retriesMax) return
    // Sent again, whether or not the client needs to: the key must prevent a second charge.
    if (random.chance(0.7))
      this.#later(random.pick([20, 900, 900, 8_000, 8_000, 60_000]), () => this.#send(plan, retry + 1))
  }

  #createKeys(companyId: string): CallerKey[] {
    const { random } = this.#world.scheduler
    const hasBudgets = random.chance(0.3)
    const amount = () => BigInt(random.pick([300, 2_000, 9_000]))
    const budgets = {
      ...(random.chance(0.5) && { company: amount() }),
      aliases: new Map(random.chance(0.5) ? [['svc/chat-fast', amount()]] : []),
    }
    return [1, 2].map((number) => {
      const cap = hasBudgets && random.chance(0.5) ? amount() : null
      const key = createKey({ companyId, id: `key-${number}-${companyId}` }, cap)
      const limits = { rpmLimit: random.pick([10, 1_000]), tpmLimit: random.pick([3_000, 1_000_000]) }
      return Object.assign(key, limits, hasBudgets && { budgets })
    })
  }

  /** Runs the job that ends expired lots: at random times, twice concurrently, or not at all. */
  #sweep(index: number, withinMs: number): void {
    const { scheduler, postgres } = this.#world
    const host = new Host(`sweeper ${index}`, scheduler, () => undefined)
    this.#later(scheduler.random.below(withinMs), () => {
      const swept = postgres.connect(host).transact(
        () => 'sweeps expired lots',
        (tables) => tables.sweepExpired(),
      )
      swept.catch(() => undefined)
    })
  }
}

function createKey(
  { id, companyId }: Pick<CallerKey, 'id' | 'companyId'>,
  monthlyCreditCapMicros: bigint | null,
): CallerKey {
  return {
    id,
    companyId,
    name: '',
    hint: '',
    scopes: ['inference:chat'],
    modelAllowlist: null,
    rpmLimit: 0,
    tpmLimit: 0,
    monthlyCreditCapMicros,
    mayReadCompanyUsage: false,
    createdBy: null,
    createdAt: new Date(0),
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    rotatedFromId: null,
    isCompanySuspended: false,
  }
}

/** Has the length of a real id: the settler chooses a lane by its last digits. */
function toCompanyId(index: number): string {
  return `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`
}
