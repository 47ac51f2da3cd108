import { type AddedKey, addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { type GatewaySetup, callHeaders, openGatewaySetup } from './gateway-setup.ts'
import { type Proof, judged } from '../proof.ts'

const keyCount = 20
const creditMicros = 1_000_000_000n
// This gateway never sheds load; another proof tests load shedding.
const patient = { OVERLOAD_LAG_MS: '60000' }

export const proof: Proof = {
  name: 'usage-realtime',
  tier: 'push',
  claim:
    'a charged call appears in the usage of its key as soon as it is answered, and never in another key’s',
  bar: '0 stale answers, 0 leaks between keys',
  async run({ isShort, progress }) {
    const callsPerKey = isShort ? 5 : 50
    await using scope = new AsyncDisposableStack()
    const sim = scope.use(await startProviderSim({ recordRequests: false }))
    const setup = await openGatewaySetup(scope, { providerUrl: sim.baseUrl })
    // Calls go to one process and usage queries to the other, so that no answer comes from a process's memory.
    const [caller, reader] = await Promise.all([setup.startGateway(patient), setup.startGateway(patient)])
    const keys = await addKeys(setup)
    const faults = await Promise.all(
      keys.map((key, index) => tryKey({ key, index, callsPerKey, caller: caller.url, reader: reader.url })),
    )
    const stale = faults.flatMap((fault) => fault.stale)
    const leaks = faults.flatMap((fault) => fault.leaks)
    for (const fault of [...stale, ...leaks].slice(0, 20)) progress(`FAULT ${fault}`)
    return judged({
      figure: `${keyCount * callsPerKey} calls by ${keyCount} keys, each followed by /usage at another process: ${stale.length} stale, ${leaks.length} leaks`,
      isPassed: stale.length === 0 && leaks.length === 0,
    })
  },
}

/** Half of the keys share a company with another key. */
async function addKeys({ database }: GatewaySetup): Promise<AddedKey[]> {
  const keys: AddedKey[] = []
  while (keys.length < keyCount) {
    const companyId = await addCompany(database, creditMicros)
    keys.push(await addKey(database, { companyId }))
    if (keys.length < keyCount / 2) keys.push(await addKey(database, { companyId }))
  }
  return keys
}

type KeyRun = { key: AddedKey; index: number; callsPerKey: number; caller: string; reader: string }

async function tryKey({ key, index, callsPerKey, caller, reader }: KeyRun) {
  const model = index % 2 === 0 ? 'svc/chat-default' : 'svc/chat-cheap'
  let spent: Spent = { requests: 0, promptTokens: 0, completionTokens: 0 }
  const stale: string[] = []
  const leaks: string[] = []
  for (let call = 0; call < callsPerKey; call += 1) {
    // A different length for each key and call, so that no two keys use the same number of tokens by chance.
    const content = 'word '.repeat(1 + index + call * keyCount)
    const body = { model, stream: call % 2 === 1, messages: [{ role: 'user', content }] }
    spent = await callAndAddUp(`${caller}/llm/v1/chat/completions`, {
      headers: callHeaders(key),
      body,
      spent,
    })
    const answer = await fetchUntilServed(`${reader}/llm/v1/usage?group_by=model`, {
      headers: callHeaders(key),
    })
    const reported = JSON.parse(answer) as ReportedUsage
    const verdict = judgeUsage(reported, { keyId: key.key.id, companyId: key.key.companyId, model, spent })
    if (verdict.kind === 'stale') stale.push(verdict.reason)
    if (verdict.kind === 'leak') leaks.push(verdict.reason)
  }
  return { stale, leaks }
}

type Spent = { requests: number; promptTokens: number; completionTokens: number }

type CallToMake = {
  headers: Readonly<Record<string, string>>
  body: Readonly<Record<string, unknown>>
  spent: Spent
}

/** Makes a call, reads it to its last byte and adds up the usage that its answer reports. */
async function callAndAddUp(url: string, { headers, body, spent }: CallToMake): Promise<Spent> {
  const text = await fetchUntilServed(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const usage = /"usage":(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})/.exec(text)?.[1]
  if (usage === undefined) throw new Error(`an answer came without usage: ${text.slice(-200)}`)
  const tokens = JSON.parse(usage) as { prompt_tokens: number; completion_tokens: number }
  return {
    requests: spent.requests + 1,
    promptTokens: spent.promptTokens + tokens.prompt_tokens,
    completionTokens: spent.completionTokens + tokens.completion_tokens,
  }
}

const attemptsMax = 20

/**
 * Returns the body of the answer. A machine that stalls for a second makes a gateway respond with 503, which is not
 * judged here.
 */
async function fetchUntilServed(url: string, init: RequestInit): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(url, init)
    const text = await answer.text()
    if (answer.status === 200) return text
    if (answer.status !== 503 || attempt === attemptsMax)
      throw new Error(`${url} got ${answer.status}: ${text}`)
  }
}

type ReportedUsage = {
  key_id: string
  company_id: string
  totals: { requests: number; prompt_tokens: number; completion_tokens: number; failed_requests: number }
  data: readonly { model: string }[]
}

type Expected = { keyId: string; companyId: string; model: string; spent: Spent }

type Verdict = { kind: 'right' } | { kind: 'stale' | 'leak'; reason: string }

/** Less than the key's own usage is stale; more than it is a leak of another key's usage. */
function judgeUsage(reported: ReportedUsage, { keyId, companyId, model, spent }: Expected): Verdict {
  const { requests, prompt_tokens, completion_tokens, failed_requests } = reported.totals
  const reason = `key ${keyId} got ${JSON.stringify(reported.totals)} and used ${JSON.stringify(spent)}`
  const isOwn =
    reported.key_id === keyId &&
    reported.company_id === companyId &&
    reported.data.every((one) => one.model === model)
  // Failed calls are not compared: a call that got 503 after its admission is counted as a request, but costs nothing.
  const pairs = [
    [requests - failed_requests, spent.requests],
    [prompt_tokens, spent.promptTokens],
    [completion_tokens, spent.completionTokens],
  ] as const
  if (!isOwn || pairs.some(([said, own]) => said > own)) return { kind: 'leak', reason }
  return pairs.some(([said, own]) => said < own) ? { kind: 'stale', reason } : { kind: 'right' }
}
