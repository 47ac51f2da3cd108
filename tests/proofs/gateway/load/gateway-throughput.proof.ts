import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { openGatewaySetup } from '../gateway-setup.ts'
import { startCannedProvider } from './canned-provider.ts'
import { type LoadResult, type LoadTarget, runClosedLoop } from './closed-loop.ts'
import { pinFamily, pinProcess } from './pin-process.ts'
import { patientGateway, startProxies } from './start-proxies.ts'
import { type Proof, type ProofContext, judged, notMeasured } from '../../proof.ts'

const bars = { json: 0.45, stream: 0.75, ofPeer: 5 }
const failedShareMaxShort = 0.5
const edgeCore = 0
const proxyCore = 1
const connections = { json: 64, stream: 256 }
const tickMs = 2

type Rates = { bare: number; ours: number; peer: number }
type Rate = { perSecond: number; cpuMicros: number }

export const proof: Proof = {
  name: 'gateway-throughput',
  tier: 'night',
  claim:
    'one gateway process on one core, with all features on, reaches a good part of a bare proxy’s throughput',
  bar: `non-stream ≥ ${bars.json} of bare, streams ≥ ${bars.stream} of bare, ≥ ${bars.ofPeer} × Portkey`,
  async run(context) {
    if (availableParallelism() < 2)
      return notMeasured('two cores are needed: one for the proxy, one for the rest')
    await using scope = new AsyncDisposableStack()
    await pinProcess(process.pid, edgeCore)
    const { setup, targets } = await openSetup(scope)
    await pinFamily(setup.postgres.pid, edgeCore)
    await pinFamily(setup.redis.pid, edgeCore)
    context.progress(
      'the bare proxy, the gateway and Portkey are running; the measured one has a core to itself',
    )
    const json = await measure(context, targets, 'json')
    const stream = await measure(context, targets, 'stream')
    const [ofBare, streamOfBare] = [json.ours / json.bare, stream.ours / stream.bare]
    const ofPeer = json.ours / json.peer
    return judged({
      figure:
        `non-stream ${ofBare.toFixed(2)} of bare (${Math.round(json.ours)}/s of ${Math.round(json.bare)}/s), ` +
        `streams ${streamOfBare.toFixed(2)} of bare (${Math.round(stream.ours)}/s of ${Math.round(stream.bare)}/s), ` +
        `${ofPeer.toFixed(1)} × Portkey (non-stream: it does not stream on this Node)`,
      // CI's machine is shared and its rounds last a second, so there it is enough that most calls succeed;
      // `measureOne` throws if they do not.
      isPassed:
        json.ours > 0 &&
        (context.isShort || (ofBare >= bars.json && streamOfBare >= bars.stream && ofPeer >= bars.ofPeer)),
    })
  },
  async tryTools(scope) {
    const { bare, ours, peer } = (await openSetup(scope, patientGateway)).targets
    for (const target of [bare, ours, peer]) await measureOne({ isShort: true }, target, 'json')
    await measureOne({ isShort: true }, ours, 'stream')
  },
}

async function openSetup(scope: AsyncDisposableStack, settings: Readonly<Record<string, string>> = {}) {
  const provider = await startCannedProvider()
  scope.defer(() => void provider.server.close())
  provider.startTicks(tickMs)
  scope.defer(() => provider.stopTicks())
  const setup = await openGatewaySetup(scope, { providerUrl: provider.baseUrl })
  const places = { providerUrl: provider.baseUrl, core: proxyCore, settings }
  const targets = await startProxies(scope, setup, places)
  return { setup, targets }
}

type Targets = Awaited<ReturnType<typeof startProxies>>
type Mode = keyof typeof connections

/**
 * Median over rounds. Each round measures all targets, and only rates of the same round are compared: absolute figures
 * vary from minute to minute.
 */
async function measure(context: ProofContext, targets: Targets, mode: Mode): Promise<Rates> {
  const rounds: Rates[] = []
  const count = context.isShort ? 1 : 7
  // The first round warms caches, plans and the compiler; the short form does not judge its figures and skips it.
  for (let round = context.isShort ? 1 : 0; round <= count; round += 1) {
    const ours = await measureOne(context, { ...targets.ours, pid: targets.gatewayPid }, mode)
    const rates = {
      bare: (await measureOne(context, targets.bare, mode)).perSecond,
      ours: ours.perSecond,
      // Portkey cannot stream on this Node: it modifies immutable headers and responds with 500.
      peer: mode === 'json' ? (await measureOne(context, targets.peer, mode)).perSecond : Number.NaN,
    }
    context.progress(
      `${mode} ${round === 0 ? 'warm-up' : `round ${round}`}: bare ${Math.round(rates.bare)}/s, ours ` +
        `${Math.round(rates.ours)}/s (${(rates.ours / rates.bare).toFixed(2)})` +
        (mode === 'json' ? `, Portkey ${Math.round(rates.peer)}/s` : '') +
        `, ours uses ${ours.cpuMicros.toFixed(0)} µs of CPU per call`,
    )
    if (round > 0) rounds.push(rates)
  }
  const median = (of: (rates: Rates) => number) =>
    rounds.map(of).toSorted((left, right) => left - right)[Math.floor(rounds.length / 2)] ?? Number.NaN
  const bare = median((rates) => rates.bare)
  return { bare, ours: bare * median((r) => r.ours / r.bare), peer: bare * median((r) => r.peer / r.bare) }
}

async function measureOne(
  { isShort }: Pick<ProofContext, 'isShort'>,
  { pid, ...target }: LoadTarget & { pid?: number },
  mode: Mode,
): Promise<Rate> {
  const body = JSON.parse(target.body) as object
  const asked = { ...target, body: JSON.stringify({ ...body, stream: mode === 'stream' }) }
  let cpuMicros = Number.NaN
  const limits = {
    connections: connections[mode],
    warmUpMs: isShort ? 200 : 1_000,
    measureMs: isShort ? 600 : 4_000,
    onMeasure(edge: 'begin' | 'end') {
      if (pid !== undefined) cpuMicros = cpuMicroseconds(pid) - (edge === 'begin' ? 0 : cpuMicros)
    },
  }
  const { calls, failed, seconds }: LoadResult = await runClosedLoop(asked, limits)
  // On a stalled machine the gateway rightly sheds load.
  if (calls === 0 || failed > (isShort ? calls * failedShareMaxShort : 0))
    throw new Error(`${failed} of ${calls} calls failed at port ${target.port}`)
  return { perSecond: calls / seconds, cpuMicros: cpuMicros / calls }
}

// USER_HZ, the unit of /proc, is 100 on every common Linux.
const ticksPerSecond = 100

/** CPU time of a process since its start; unlike calls per second it hardly depends on other load. */
function cpuMicroseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program name, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000_000
}
