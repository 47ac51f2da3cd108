import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { type GatewaySetup, callHeaders, openGatewaySetup } from '../gateway/gateway-setup.ts'
import { type Proof, judged } from '../proof.ts'
import { type ClientExample, compareFeatures, expectedFeatures, readClientPage } from './client-pages.ts'
import { type ChargeOf, judgeExample } from './judge-example.ts'
import { createExampleRunner } from './run-example.ts'

const usage = { promptTokens: 1_000, completionTokens: 200, cachedTokens: 0 }

export const proof: Proof = {
  name: 'clients',
  tier: 'daily',
  claim:
    'common clients work unchanged: each example of their pages prints what the page says and is charged exactly',
  bar: 'all features of all clients that the contract covers',
  async run({ progress }) {
    await using scope = new AsyncDisposableStack()
    const sim = scope.use(await startProviderSim())
    const setup = await openGatewaySetup(scope, { providerUrl: sim.baseUrl })
    const { url } = await setup.startGateway({ OVERLOAD_LAG_MS: '60000' })
    sim.planWhen(
      () => true,
      ({ path }) => ({ usage: { exact: path.endsWith('/embeddings') ? embedded : usage } }),
    )
    const chargeOf = await readCharges(setup, url)
    const runner = createExampleRunner(scope, { setup, sim, url })
    const cells = new Map<string, boolean>()
    let missing = 0
    for (const client of Object.keys(expectedFeatures)) {
      const examples = readClientPage(client)
      for (const fault of compareFeatures(client, examples)) {
        missing += 1
        progress(`FAULT ${client}: ${fault}`)
      }
      for (const example of examples) {
        const faults = judgeExample(example, await runner.run(example), chargeOf)
        for (const fault of faults) progress(`FAULT ${client}, ${example.feature}: ${fault}`)
        cells.set(cellOf(example), faults.length === 0)
      }
      progress(describeClient(client, examples, cells))
    }
    const passed = [...cells.values()].filter((isPassed) => isPassed).length
    return judged({
      figure: `${passed} of ${cells.size} features of ${Object.keys(expectedFeatures).length} clients`,
      isPassed: passed === cells.size && missing === 0,
    })
  },
}

const embedded = { ...usage, completionTokens: 0 }

const cellOf = ({ client, feature }: Pick<ClientExample, 'client' | 'feature'>) => `${client} ${feature}`

function describeClient(
  client: string,
  examples: readonly ClientExample[],
  cells: ReadonlyMap<string, boolean>,
): string {
  const marks = examples.map((example) => `${cells.get(cellOf(example)) ? '✓' : '✗'} ${example.feature}`)
  return `${client.padEnd(26)}${marks.join('  ')}`
}

/** Reads the published prices, which are not what the ledger calculates with. */
async function readCharges({ key }: GatewaySetup, url: string): Promise<ChargeOf> {
  const chat = await readPrice(url, key, 'svc/chat-default')
  const embed = await readPrice(url, key, 'svc/embed-default')
  return (path) => {
    const [price, used] = path.endsWith('/embeddings') ? [embed, embedded] : [chat, usage]
    const exact = used.promptTokens * price.input + used.completionTokens * price.output
    return BigInt(Math.ceil(exact))
  }
}

/** In credits per million tokens, which are micro-credits per token. */
async function readPrice(url: string, key: GatewaySetup['key'], alias: string) {
  const answer = await fetch(`${url}/llm/v1/models/${alias}`, { headers: callHeaders(key) })
  const { price } = (await answer.json()) as {
    price: { input_per_million: string; output_per_million: string }
  }
  return { input: Number(price.input_per_million), output: Number(price.output_per_million) }
}
