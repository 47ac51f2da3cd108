import { type AddedKey, addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { startProviderSim } from '@gatehouse/testkit/provider-sim'
import { type GatewayScene, callHeaders, openGatewayScene } from './gateway/gateway-scene.ts'
import { type Proof, judged } from './proof.ts'
import { type Spent, askUntilServed, callAndAddUp } from './usage/call-and-add-up.ts'
import { type ToldUsage, judgeUsage } from './usage/judge-usage.ts'

const keyCount = 20
const creditMicros = 1_000_000_000n
// Load shedding is another proof's subject.
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
    const scene = await openGatewayScene(scope, { providerUrl: sim.baseUrl })
    // Calls go to one process and usage queries to the other, so that no answer comes from a process's memory.
    const [caller, teller] = await Promise.all([scene.startGateway(patient), scene.startGateway(patient)])
    const keys = await addKeys(scene)
    const faults = await Promise.all(
      keys.map((key, index) => tryKey({ key, index, callsPerKey, caller: caller.url, teller: teller.url })),
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
async function addKeys({ database }: GatewayScene): Promise<AddedKey[]> {
  const keys: AddedKey[] = []
  while (keys.length < keyCount) {
    const companyId = await addCompany(database, creditMicros)
    keys.push(await addKey(database, { companyId }))
    if (keys.length < keyCount / 2) keys.push(await addKey(database, { companyId }))
  }
  return keys
}

type KeyRun = { key: AddedKey; index: number; callsPerKey: number; caller: string; teller: string }

async function tryKey({ key, index, callsPerKey, caller, teller }: KeyRun) {
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
    const answer = await askUntilServed(`${teller}/llm/v1/usage?group_by=model`, {
      headers: callHeaders(key),
    })
    const told = JSON.parse(answer) as ToldUsage
    const verdict = judgeUsage(told, { keyId: key.key.id, companyId: key.key.companyId, model, spent })
    if (verdict.kind === 'stale') stale.push(verdict.reason)
    if (verdict.kind === 'leak') leaks.push(verdict.reason)
  }
  return { stale, leaks }
}
