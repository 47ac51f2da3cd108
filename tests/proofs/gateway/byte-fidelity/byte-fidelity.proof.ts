import { randomInt } from 'node:crypto'
import { Random } from '../../../simulation/engine/random.ts'
import { type ComposedBody, composeBody } from './compose-body.ts'
import { type ForwardBody, createForwardBody } from './forward-body.ts'
import { judgeBody } from './judge-body.ts'
import { startRecordingProvider } from './recording-provider.ts'
import { openGatewaySetup } from '../gateway-setup.ts'
import { type Proof, type ProofContext, judged } from '../../proof.ts'

const bodiesMin = { long: 100_000, short: 1_000 }
const lanes = 16
const alias = 'svc/chat-default'
const providerModel = 'sim-chat'
const differencesShown = 10

export const proof: Proof = {
  name: 'byte-fidelity',
  tier: 'push',
  claim:
    'a provider receives exactly the bytes that the caller sent, except for the model and the request for usage',
  bar: `0 differences in ≥ ${bodiesMin.long.toLocaleString('en')} bodies (short: ${bodiesMin.short.toLocaleString('en')}), some with images of 5 MB`,
  async run(context) {
    const { isShort, progress } = context
    const seed = Number(process.env['BYTE_FIDELITY_SEED'] ?? randomInt(2 ** 31))
    progress(`seed ${seed} (BYTE_FIDELITY_SEED repeats the bodies)`)
    await using scope = new AsyncDisposableStack()
    const provider = scope.use(await startRecordingProvider())
    const setup = await openGatewaySetup(scope, { providerUrl: provider.baseUrl })
    const gateway = await setup.startGateway()
    const forward = createForwardBody(scope, { gatewayUrl: gateway.url, key: setup.key, provider, lanes })
    const count = isShort ? bodiesMin.short : bodiesMin.long
    const tally = await forwardAll({ seed, count, forward }, context)
    const { bodies, streams, large, damaged, refused, differences } = tally
    return judged({
      figure: `${differences} differences in ${bodies} bodies: ${streams} streams, ${large} of 5 MB, ${damaged} damaged (${refused} of them refused)`,
      // Every kind must occur, or nothing is shown about it.
      isPassed: differences === 0 && bodies >= count && Math.min(streams, large, damaged, refused) > 0,
    })
  },
}

type Tally = {
  bodies: number
  streams: number
  large: number
  damaged: number
  refused: number
  differences: number
}
type Order = { seed: number; count: number; forward: ForwardBody }

async function forwardAll({ seed, count, forward }: Order, { progress }: ProofContext): Promise<Tally> {
  const tally: Tally = { bodies: 0, streams: 0, large: 0, damaged: 0, refused: 0, differences: 0 }
  let next = 0
  const lane = async () => {
    while (next < count) {
      const index = next
      next += 1
      const body = composeBody(new Random(seed * count + index), planBody(index))
      const forwarded = await forward(body.sent)
      const difference = judgeBody(body, forwarded, providerModel)
      note(tally, body, forwarded.received.length === 0)
      if (tally.bodies % 10_000 === 0) progress(`${tally.bodies} bodies, ${tally.differences} differences`)
      if (difference === undefined) continue
      tally.differences += 1
      if (tally.differences <= differencesShown) progress(`body ${index}: ${difference}`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return tally
}

function planBody(index: number) {
  return { alias, providerModel, isLarge: index % 500 === 250, isDamaged: index % 10 === 9 }
}

function note(tally: Tally, { isStream, isLarge, expected }: ComposedBody, isRefused: boolean): void {
  tally.bodies += 1
  if (isStream) tally.streams += 1
  if (isLarge) tally.large += 1
  if (expected !== undefined) return
  tally.damaged += 1
  if (isRefused) tally.refused += 1
}
