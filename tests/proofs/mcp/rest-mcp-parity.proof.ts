import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { type GatewaySetup, callHeaders, openGatewaySetup } from '../gateway/gateway-setup.ts'
import { type Decision, askByMcp, askByRest } from './ask-both-ways.ts'
import { type KeyCase, addCaseKey, listKeyCases, questions } from './parity-cases.ts'
import { type Proof, judged } from '../proof.ts'

const atOnce = 8

export const proof: Proof = {
  name: 'rest-mcp-parity',
  tier: 'push',
  claim:
    'for every kind of key REST and MCP make the same decisions: scopes, allowlist, credits, invoices, suspensions, limits, arguments',
  bar: '100 % equal decisions, including every documented refusal',
  async run({ isShort, progress }) {
    await using scope = new AsyncDisposableStack()
    const sim = scope.use(await startProviderSim({ recordRequests: false }))
    const setup = await openGatewaySetup(scope, { providerUrl: sim.baseUrl })
    // Load shedding depends on the moment, not on the protocol, so it is switched off.
    const { url } = await setup.startGateway({ OVERLOAD_LAG_MS: '60000' })
    const all = listKeyCases()
    // Every 19th case: 19 has no factor in common with the size of any dimension, so each value of each dimension
    // occurs.
    const cases = isShort ? all.filter((_, index) => index % 19 === 0) : all
    const compared: Compared[] = await compareDead(setup, url)
    for (let first = 0; first < cases.length; first += atOnce) {
      const some = cases.slice(first, first + atOnce)
      compared.push(
        ...(
          await Promise.all(
            some.map((one, index) => compareCase(setup, url, { one, isModern: (first + index) % 2 === 0 })),
          )
        ).flat(),
      )
      if (first % 96 === 0) progress(`${first} of ${cases.length} kinds of keys`)
    }
    const different = compared.filter(({ rest, mcp }) => JSON.stringify(rest) !== JSON.stringify(mcp))
    for (const { name, rest, mcp } of different.slice(0, 20)) {
      progress(`FAULT ${name}: REST ${JSON.stringify(rest)}, MCP ${JSON.stringify(mcp)}`)
    }
    const kinds = new Set(compared.map(({ rest }) => `${rest.status} ${rest.code ?? ''}`.trim()))
    const missing = expectedKinds.filter((kind) => !kinds.has(kind))
    progress(`decided: ${[...kinds].toSorted().join(', ')}`)
    const alike = compared.length - different.length
    return judged({
      figure:
        `${alike} of ${compared.length} equal decisions (${((100 * alike) / compared.length).toFixed(1)} %), by ${cases.length} kinds of ` +
        `keys, ${kinds.size} different decisions${missing.length > 0 ? `, never ${missing.join(', ')}` : ''}`,
      isPassed: different.length === 0 && missing.length === 0,
    })
  },
}

const expectedKinds = [
  '200',
  '400 INVALID_BODY',
  '400 INVALID_PARAMETER',
  '400 MODEL_CAPABILITY_MISMATCH',
  '401',
  '402 INSUFFICIENT_CREDITS',
  '403 COMPANY_SUSPENDED',
  '403 LLM_MODEL_NOT_ALLOWED',
  '403 LLM_SCOPE_DENIED',
  '403 PLAN_LIMIT_EXCEEDED',
  '404 MODEL_NOT_FOUND',
  '429',
]

type Compared = { name: string; rest: Decision; mcp: Decision }

const attemptsMax = 3

/**
 * A 503 because Postgres does not respond in time, as on a busy machine, is not a decision: the case is asked again,
 * with new keys, because the limits of the old ones have counted the requests. The last attempt counts as it is.
 */
async function compareCase(
  setup: GatewaySetup,
  url: string,
  asked: { one: KeyCase; isModern: boolean },
): Promise<Compared[]> {
  for (let attempt = 1; ; attempt += 1) {
    const compared = await compareOnce(setup, url, asked)
    const isUndecided = compared.some(({ rest, mcp }) => rest.status === 503 || mcp.status === 503)
    if (!isUndecided || attempt === attemptsMax) return compared
  }
}

async function compareOnce(
  { database }: GatewaySetup,
  url: string,
  { one, isModern }: { one: KeyCase; isModern: boolean },
): Promise<Compared[]> {
  const [restKey, mcpKey] = [await addCaseKey(database, one), await addCaseKey(database, one)]
  const baseUrl = `${url}/llm/v1`
  const era = isModern ? 'modern' : 'legacy'
  const compared: Compared[] = []
  for (const question of questions) {
    const rest = await askByRest(baseUrl, question, callHeaders(restKey))
    const mcp = await askByMcp(baseUrl, question, { headers: callHeaders(mcpKey), era })
    compared.push({
      name: `${question.tool} ${JSON.stringify(question.input)} by ${one.name} (${era})`,
      rest,
      mcp,
    })
  }
  return compared
}

/** Compares the refusals of keys that are not live. */
async function compareDead({ database, key }: GatewaySetup, url: string): Promise<Compared[]> {
  const baseUrl = `${url}/llm/v1`
  const expired = await addCaseKey(database, listKeyCases()[0] as KeyCase)
  await database
    .updateTable('api_keys')
    .set({ expires_at: new Date(0) })
    .where('id', '=', expired.key.id)
    .execute()
  const dead = [{ ...key, raw: 'svc_live_nobody' }, { ...key, raw: '' }, expired]
  const asked = dead.flatMap((one) => questions.map((question) => ({ one, question })))
  return Promise.all(
    asked.map(async ({ one, question }) => ({
      name: `${question.tool} by a dead key`,
      rest: await askByRest(baseUrl, question, callHeaders(one)),
      mcp: await askByMcp(baseUrl, question, { headers: callHeaders(one), era: 'modern' }),
    })),
  )
}
