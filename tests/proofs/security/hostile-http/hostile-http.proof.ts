import { randomUUID } from 'node:crypto'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { type ServiceProcess, startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { type GatewaySetup, openGatewaySetup } from '../../gateway/gateway-setup.ts'
import { readMetric } from '../../gateway/read-metric.ts'
import { type Attacker, startAttacker } from './attacker-process.ts'
import { collectGarbage, findInspectorUrl, inspectorOptions, isInspectorLine } from './collect-garbage.ts'
import { timePoliteCalls } from './polite-client.ts'
import type { SentReport, Target } from './raw-sender.ts'
import { tryShapes } from './try-shapes.ts'
import { percentile } from '../../kit/percentile.ts'
import { type Proof, type ProofContext, judged } from '../../proof.ts'

const memoryMibMax = 64
const slowdownMax = 2
// A head may take ten seconds and a body sixty; the server checks every second, and the machine is busy.
const bodyMsMax = 65_000

const sizes = {
  short: {
    held: 40,
    rounds: 2,
    roundMs: 500,
    perSecond: 100,
    slowEach: 50,
    requests: 1_500,
    scans: 10_000,
    connects: 500,
  },
  long: {
    held: 100,
    rounds: 30,
    roundMs: 1_000,
    perSecond: 100,
    slowEach: 150,
    requests: 100_000,
    scans: 900_000,
    connects: 10_000,
  },
} as const

export const proof: Proof = {
  name: 'hostile-http',
  tier: 'push',
  claim:
    'slow, malformed, smuggled, fuzzed and abandoned requests neither break a gateway nor slow its other clients down',
  bar: `0 faults, p99 under attack ≤ ${slowdownMax} × quiet, memory back within ${memoryMibMax} MiB`,
  async run(context) {
    const size = context.isShort ? sizes.short : sizes.long
    await using scope = new AsyncDisposableStack()
    const platform = await openSetup(scope, context)
    const { attacker, gateway } = platform
    await timePoliteCalls(gateway.url, platform.setup.key, context.isShort ? 500 : 1_500)
    const before = await readMib(platform)
    await attacker.carryOut({ kind: 'hold', each: size.held }, 60_000)
    const heldAtMs = performance.now()
    const faults = await shapes(context, platform)
    const attacked = await compare(context, platform, size)
    faults.push(...(await flood(context, platform, size)), ...(await scanners(context, platform, size.scans)))
    const slow = await endSlow(context, platform, heldAtMs)
    const after = await readMib(platform)
    const exit = await gateway.stop()
    if (exit.code !== 0) faults.push(`the gateway exited with ${exit.signal ?? exit.code}`)
    faults.push(...attacked.faults, ...slow, ...platform.complaints)
    for (const fault of new Set(faults)) context.progress(`FAULT ${fault.slice(0, 1_200)}`)
    const slowdown = attacked.attackedMs / attacked.quietMs
    const grownMib = after - before
    return judged({
      figure:
        `${faults.length} faults in ${(size.requests + size.scans).toLocaleString('en')} fuzzed inputs, p99 ` +
        `${attacked.quietMs.toFixed(1)} ms quiet and ${attacked.attackedMs.toFixed(1)} ms under attack ` +
        `(${slowdown.toFixed(2)} ×, ${attacked.rate} and ${attacked.slow} slow connections), memory ${grownMib >= 0 ? '+' : ''}${grownMib.toFixed(0)} MiB`,
      // A few seconds on a shared machine say nothing about times and little about memory.
      isPassed:
        faults.length === 0 && (context.isShort || (slowdown <= slowdownMax && grownMib <= memoryMibMax)),
    })
  },
}

type Setup = {
  setup: GatewaySetup
  gateway: ServiceProcess
  inspectorUrl: string
  target: Target
  attacker: Attacker
  /** Log lines that the gateway should not have had to write. */
  complaints: string[]
}

async function openSetup(scope: AsyncDisposableStack, { progress }: ProofContext): Promise<Setup> {
  const sim = scope.use(await startProviderSim({ recordRequests: false }))
  const setup = await openGatewaySetup(scope, { providerUrl: sim.baseUrl })
  const complaints: string[] = []
  let inspectorUrl = ''
  const gateway = scope.use(
    await startServiceProcess({
      entry: 'apps/gateway/src/main.ts',
      environment: { ...setup.environment, ...inspectorOptions, SHUTDOWN_GRACE_MS: '500' },
      onLine(line) {
        inspectorUrl = findInspectorUrl(line) ?? inspectorUrl
        if (isInspectorLine(line)) return
        const isComplaint = !line.startsWith('{') || /^\{"level":"(?:error|fatal)"/.test(line)
        if (isComplaint && complaints.length < 20) complaints.push(`the gateway wrote ${line}`)
      },
    }),
  )
  const { hostname, port } = new URL(gateway.url)
  const target = { host: hostname, port: Number(port) }
  const seed = randomUUID()
  progress(`the seed is ${seed}`)
  const attacker = scope.use(await startAttacker({ target, rawKey: setup.key.raw, seed }))
  return { setup, gateway, inspectorUrl, target, attacker, complaints }
}

type Size = (typeof sizes)['short' | 'long']

async function shapes({ progress }: ProofContext, { target }: Setup): Promise<string[]> {
  const { tried, faults } = await tryShapes(target)
  progress(`${tried} hostile shapes: ${faults.length} faults`)
  return faults
}

/** Sends all inputs as fast as possible; no polite client is timed meanwhile. */
async function flood({ progress }: ProofContext, { attacker }: Setup, size: Size): Promise<string[]> {
  const withinMs = 600_000
  const { sent } = await attacker.carryOut({ kind: 'fuzz', count: size.requests, parallel: 64 }, withinMs)
  progress(describeSent(sent))
  await attacker.carryOut({ kind: 'connects', count: size.connects, parallel: 50 }, withinMs)
  await attacker.carryOut({ kind: 'hang-ups', count: size.connects / 10, parallel: 20 }, withinMs)
  progress(`${size.connects} silent connections, ${size.connects / 10} hang-ups`)
  return sent?.faults ?? []
}

function describeSent(sent: SentReport | undefined): string {
  const statuses = Object.entries(sent?.statuses ?? {}).map(([status, count]) => `${status} × ${count}`)
  return `${sent?.inputs} fuzzed requests over ${sent?.connections} connections: ${statuses.join(', ')}`
}

async function scanners({ progress }: ProofContext, { attacker }: Setup, count: number): Promise<string[]> {
  const { scanned } = await attacker.carryOut({ kind: 'scanners', count }, 600_000)
  progress(`${scanned?.inputs} fuzzed bodies and streams, of which ${scanned?.accepted} were accepted`)
  return scanned?.faults ?? []
}

/** Quiet and attack phases alternate, so that other load on the machine affects both. */
async function compare(
  { progress }: ProofContext,
  platform: Setup,
  { rounds, roundMs, perSecond, slowEach }: Size,
) {
  const { gateway, setup, attacker } = platform
  const quiet: number[] = []
  const attacked: number[] = []
  const faults: string[] = []
  let strikes = 0
  let slow = 0
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(...(await timePoliteCalls(gateway.url, setup.key, roundMs)))
    const attack = attacker.carryOut({ kind: 'assault', forMs: roundMs, perSecond, slowEach }, 120_000)
    attacked.push(...(await timePoliteCalls(gateway.url, setup.key, roundMs)))
    const report = await attack
    strikes += report.strikes ?? 0
    slow = Math.max(slow, report.slowMax ?? 0)
    faults.push(...(report.sent?.faults ?? []))
  }
  const rate = `${Math.round((strikes * 1_000) / (rounds * roundMs))} strikes/s`
  progress(`${quiet.length} calls without attack, ${attacked.length} under ${rate}`)
  return { quietMs: percentile(quiet, 0.99), attackedMs: percentile(attacked, 0.99), faults, rate, slow }
}

/**
 * Ends the slow connections. In the long form the gateway must have closed each of them in time, which takes a minute;
 * the short form only checks that any answers they got were correct.
 */
async function endSlow(
  { progress, isShort }: ProofContext,
  { attacker }: Setup,
  heldAtMs: number,
): Promise<string[]> {
  if (isShort) {
    const { slow } = await attacker.carryOut({ kind: 'release' }, 60_000)
    return slow?.faults ?? ['the attacker has lost its connections']
  }
  const waitMs = bodyMsMax
  const quietMs = Math.max(0, heldAtMs + waitMs - performance.now())
  await attacker.carryOut({ kind: 'assault', forMs: quietMs, perSecond: 10, slowEach: 0 }, quietMs + 20_000)
  const { slow } = await attacker.carryOut({ kind: 'release' }, 10_000)
  if (!slow) return ['the attacker has lost its connections']
  const described = Object.entries(slow.closed).map(
    ([kind, { count, longestMs }]) => `${kind} ${count} (≤ ${(longestMs / 1_000).toFixed(1)} s)`,
  )
  progress(`of ${slow.opened} slow connections the gateway closed: ${described.join(', ')}`)
  const each = slow.opened / described.length
  const { head, silent, body } = slow.closed
  const late = [head, silent, slow.closed['half open'], body, slow.closed['body for an unknown route']]
  const isCut = late.every(({ count, longestMs }) => count === each && longestMs <= waitMs)
  return [...slow.faults, ...(isCut ? [] : ['slow connections were not closed in time'])]
}

/** Memory that the process retains, measured after a garbage collection. */
async function readMib({ gateway, inspectorUrl }: Setup): Promise<number> {
  await collectGarbage(inspectorUrl)
  return (await readMetric(gateway.url, 'process_resident_memory_bytes')) / 1_048_576
}
