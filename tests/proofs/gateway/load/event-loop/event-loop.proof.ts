import { setTimeout as pause } from 'node:timers/promises'
import { scopes } from '@gatehouse/keys/api-key'
import { addKey } from '@gatehouse/testkit/seed-gateway'
import { callHeaders, openGatewaySetup } from '../../gateway-setup.ts'
import { pinFamily, pinProcess } from '../pin-process.ts'
import { type Proxies, describeRuntime, patientGateway, startGateway } from '../start-proxies.ts'
import { type SizeLimits, sizeLimits } from './large-bodies.ts'
import { type LimitProvider, startLimitProvider } from './limit-provider.ts'
import { type LoopCase, composeCases } from './loop-cases.ts'
import { type Proof, type ProofContext, judged } from '../../../proof.ts'

const blockMsMax = 20
const runs = { long: 3, short: 1 }
const shortDivisor = 16
// Fine enough that the time between two ticks is hardly longer than the block between them.
const tickMs = 1
const [edgeCore, gatewayCore] = [0, 1]

type Block = {
  name: string
  mainCpuMs: number
  wallMs: number
  /** Why the request does not count as measured: it was not answered as expected. */
  unexpected: string | undefined
}

export const proof: Proof = {
  name: 'event-loop',
  tier: 'night',
  claim:
    'no request of any route and no answer of a provider, at its size limit, holds up the other calls of a gateway',
  bar: `longest block of the gateway's event loop ≤ ${blockMsMax} ms of CPU time of its thread`,
  async run(context) {
    await using scope = new AsyncDisposableStack()
    await pinProcess(process.pid, edgeCore)
    const { setup, provider } = await openSetup(scope)
    const ours = await startGateway(scope, setup, { core: gatewayCore })
    await pinFamily(setup.postgres.pid, edgeCore)
    await pinFamily(setup.redis.pid, edgeCore)
    context.progress(describeRuntime())
    const measure = (one: LoopCase) => measureCase({ setup, provider, ours }, one)
    const cases = composeCases(context.isShort ? shortLimits() : sizeLimits)
    // Once at a small size: the first call of a route compiles it.
    for (const one of composeCases(shortLimits())) await measure(one)
    const blocks: Block[] = []
    for (const one of cases) {
      const measured: Block[] = []
      while (measured.length < (context.isShort ? runs.short : runs.long)) measured.push(await measure(one))
      const longest = longestOf(measured)
      blocks.push(longest)
      for (const { unexpected } of measured) if (unexpected) context.progress(`${one.name}: ${unexpected}`)
      context.progress(
        `${one.name}: ${longest.mainCpuMs.toFixed(1)} ms of CPU in ${longest.wallMs.toFixed(1)} ms` +
          (longest.mainCpuMs > blockMsMax ? ' – too long' : ''),
      )
    }
    return conclude(context, blocks)
  },
  async tryTools(scope) {
    const { setup, provider } = await openSetup(scope)
    const places = { core: gatewayCore, settings: patientGateway }
    const ours = await startGateway(scope, setup, { ...places, fault: 'block-every=1' })
    for (const one of composeCases(shortLimits()).filter(({ route }) => route === 'models')) {
      const { mainCpuMs } = await measureCase({ setup, provider, ours }, one)
      if (!(mainCpuMs > blockMsMax)) throw new Error(`a block of 30 ms was measured as ${mainCpuMs} ms`)
    }
  },
}

/** The same cases at a sixteenth of the size, except for answers that are small anyway. */
function shortLimits(): SizeLimits {
  const short = Object.entries(sizeLimits).map(([name, bytes]) => [name, bytes / shortDivisor])
  return { ...(Object.fromEntries(short) as SizeLimits), smallAnswer: sizeLimits.smallAnswer }
}

async function openSetup(scope: AsyncDisposableStack) {
  const provider = await startLimitProvider(scope)
  const setup = await openGatewaySetup(scope, { providerUrl: provider.baseUrl })
  const key = await addKey(setup.database, { companyId: setup.companyId, scopes: [...scopes] })
  return { provider, setup: { ...setup, key } }
}

type Setup = {
  setup: Awaited<ReturnType<typeof openGatewaySetup>>
  provider: LimitProvider
  ours: Proxies['ours']
}

async function measureCase({ setup, provider, ours }: Setup, one: LoopCase): Promise<Block> {
  provider.answerWith(one.answer?.())
  const body = one.body?.()
  // Probes and scrapes come from this machine, without a key.
  const headers = one.route === undefined ? {} : { ...callHeaders(setup.key), ...one.headers }
  const request = body ? { method: 'POST', headers, body: new Uint8Array(body) } : { headers }
  await ours.probe.ask('startLoop', tickMs)
  const response = await fetch(`http://127.0.0.1:${ours.port}${one.path}`, request)
  const answer = Buffer.from(await response.arrayBuffer())
  // What the gateway does after the answer, such as freeing it, blocks its loop too.
  await pause(50)
  const { longest } = await ours.probe.ask('stopLoop')
  const unexpected =
    response.status === one.expected
      ? undefined
      : `${response.status} instead of ${one.expected}: ${answer.toString('utf8', 0, 300)}`
  return { name: one.name, ...longest, unexpected }
}

function longestOf(blocks: readonly Block[]): Block {
  const longest = blocks.reduce((left, right) => (right.mainCpuMs > left.mainCpuMs ? right : left))
  return { ...longest, unexpected: blocks.find(({ unexpected }) => unexpected)?.unexpected }
}

function conclude({ isShort }: ProofContext, blocks: readonly Block[]) {
  const longest = longestOf(blocks)
  const wrong = blocks.filter(({ unexpected }) => unexpected !== undefined)
  const tooLong = blocks.filter(({ mainCpuMs }) => mainCpuMs > blockMsMax)
  const describe = ({ name, mainCpuMs, wallMs }: Block) =>
    `${name} ${mainCpuMs.toFixed(0)} ms (${wallMs.toFixed(0)} elapsed)`
  return judged({
    figure:
      `longest block ${longest.mainCpuMs.toFixed(1)} ms of CPU in ${longest.wallMs.toFixed(1)} ms (${longest.name}); ` +
      `${tooLong.length} of ${blocks.length} cases over ${blockMsMax} ms: ${tooLong.map(describe).join(', ') || 'none'}; not ` +
      `answered as expected: ${wrong.map(({ name }) => name).join(', ') || 'none'}; ${describeRuntime()}`,
    // On CI's shared machine a block may also be a collection that others delayed.
    isPassed: wrong.length === 0 && (isShort || tooLong.length === 0),
  })
}
