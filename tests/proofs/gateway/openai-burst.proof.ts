import { defaultRpmLimit, defaultTpmLimit } from '@gatehouse/keys/api-key'
import { addKey } from '@gatehouse/testkit/seed-gateway'
import { type ProviderSim, startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import OpenAI, { APIError } from 'openai'
import { type GatewaySetup, openGatewaySetup } from './gateway-setup.ts'
import { type Proof, judged } from '../proof.ts'

const atOnce = 40
const tokens = { promptTokens: 80, completionTokens: 420 }
const failsEvery = 10
const windowMs = 60_000
const answerMs = 300

export const proof: Proof = {
  name: 'openai-burst',
  tier: 'daily',
  claim:
    'a key with default limits sustains 300 calls a minute of the official client, even if some fail at the provider',
  bar: '0 × 429 of 300 calls without retries, and of 250 with the client’s retries, each within a minute',
  async run({ isShort, progress }) {
    await using scope = new AsyncDisposableStack()
    const sim = scope.use(await startProviderSim({ recordRequests: false }))
    const setup = await openGatewaySetup(scope, { providerUrl: sim.baseUrl })
    const { url } = await setup.startGateway({ OVERLOAD_LAG_MS: '60000' })
    // The short form sends a third of the calls, which is still three times as many as an earlier version of the
    // gateway could handle.
    const plain = await burst(setup, { sim, url, calls: isShort ? 100 : 300, maxRetries: 0 })
    progress(describe('without retries', plain))
    const retried = await burst(setup, { sim, url, calls: isShort ? 80 : 250, maxRetries: 2 })
    progress(describe('with the client’s retries', retried))
    const bursts = [plain, retried]
    return judged({
      figure: `${plain.limited} × 429 of ${plain.calls} calls (${plain.failed} failed at the provider), ${retried.limited} × 429 of ${retried.calls} with retries (${retried.requests} requests)`,
      isPassed: bursts.every(({ limited, failed, other, tookMs }) => {
        return limited === 0 && other.length === 0 && failed > 0 && tookMs < windowMs
      }),
    })
  },
}

type BurstOptions = { sim: ProviderSim; url: string; calls: number; maxRetries: number }

type Burst = {
  calls: number
  answered: number
  /** Calls refused by a limit at any attempt. */
  limited: number
  /** Requests that got 503 because the provider failed. */
  failed: number
  other: string[]
  requests: number
  tookMs: number
}

/** Half of the calls stream; every tenth request fails at the provider before its first frame. */
async function burst(setup: GatewaySetup, { sim, url, calls, maxRetries }: BurstOptions): Promise<Burst> {
  const limits = { rpmLimit: defaultRpmLimit, tpmLimit: defaultTpmLimit }
  const { raw } = await addKey(setup.database, { companyId: setup.companyId, ...limits })
  let reached = 0
  const endFaults = sim.planWhen(() => (reached += 1) % failsEvery === 0, {
    fault: { kind: 'status', status: 500 },
    // Failures take as long as normal answers: quick ones would come in a row and open the breaker, which another proof
    // tests.
    shape: { headersDelayMs: answerMs },
  })
  const endAnswers = sim.planWhen(() => true, {
    usage: { exact: { ...tokens, cachedTokens: 0 } },
    shape: { headersDelayMs: answerMs },
  })
  const result: Burst = { calls, answered: 0, limited: 0, failed: 0, other: [], requests: 0, tookMs: 0 }
  const client = new OpenAI({
    apiKey: raw,
    baseURL: `${url}/llm/v1`,
    maxRetries,
    // Sees every attempt, including the client's retries.
    async fetch(input, init) {
      const response = await fetch(input, init)
      result.requests += 1
      if (response.status === 429) result.limited += 1
      else if (response.status === 503) result.failed += 1
      else if (response.status !== 200) result.other.push(`status ${response.status}`)
      return response
    },
  })
  let next = 0
  const startedMs = performance.now()
  const work = async () => {
    while (next < calls) {
      next += 1
      await callOnce(client, next % 2 === 0, result)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  result.tookMs = performance.now() - startedMs
  endFaults()
  endAnswers()
  return result
}

async function callOnce(client: OpenAI, isStream: boolean, result: Burst): Promise<void> {
  const body = { model: 'svc/chat-default', messages: [{ role: 'user' as const, content: 'Say hello.' }] }
  try {
    if (isStream) for await (const _chunk of await client.chat.completions.create({ ...body, stream: true }));
    else await client.chat.completions.create(body)
    result.answered += 1
  } catch (thrown) {
    if (!(thrown instanceof APIError)) result.other.push(String(thrown))
  }
}

function describe(how: string, { calls, answered, limited, failed, other, requests, tookMs }: Burst): string {
  const odd = other.length === 0 ? '' : `; ${other.slice(0, 3).join(', ')}`
  return `${calls} calls ${how}: ${answered} answered, ${limited} × 429, ${failed} × 503, ${requests} requests in ${(tookMs / 1_000).toFixed(1)} s${odd}`
}
