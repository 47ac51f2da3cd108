// Set-up of the runs: an alias for each, companies that pay, keys that are refused, and gateways, some of which may be
// killed and one of which cannot reach its ledger.
import { addCompany, addKey, type AddedKey } from '@gatehouse/testkit/seed-gateway'
import { type FaultProxy, startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { type ProviderSim, startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import type { ServiceProcess } from '@gatehouse/testkit/start-service-process'
import { type GatewaySetup, callHeaders, openGatewaySetup } from '../gateway-setup.ts'
import { type Seen, makeCall } from '../raw-call.ts'
import type { Price } from './judge-run.ts'
import { type Payer, payerOf } from './payer.ts'
import { doorOf, toBody } from './doors.ts'
import { type Run, type RefusalKind, aliasOf, isHang } from './run.ts'

export type TruthSetup = {
  setup: GatewaySetup
  sim: ProviderSim
  payers: readonly Payer[]
  refusedKeys: Readonly<Partial<Record<RefusalKind, AddedKey>>>
  /** Gateways that are not killed. */
  steady: readonly ServiceProcess[]
  startVictim(): Promise<ServiceProcess>
  /** Reaches Postgres only through the proxy. */
  ledgerless: { gateway: ServiceProcess; proxy: FaultProxy }
}

const payerCount = 4
// Four keys abandon some two thousand streams in two minutes, which the limit for abandoned streams would answer with 429.
const gatewaySettings = { ABANDONED_STREAMS_PER_MINUTE: '1000000' }
export const creditMicrosEach = 1_000_000_000_000n

export async function openTruthSetup(
  scope: AsyncDisposableStack,
  runs: readonly Run[],
  gatewayCount: number,
): Promise<TruthSetup> {
  const sim = scope.use(await startProviderSim())
  const setup = await openGatewaySetup(scope, { providerUrl: sim.baseUrl })
  await addAliases(setup, sim.baseUrl, runs)
  const payers: Payer[] = []
  while (payers.length < payerCount) payers.push(await addPayer(setup, creditMicrosEach))
  const refusedKeys = await addRefusedKeys(setup)
  const proxy = scope.use(await startFaultProxy({ targetPort: setup.postgres.port }))
  const proxied = new URL(setup.postgres.url)
  proxied.port = String(proxy.port)
  const [gateway, ...steady] = await Promise.all([
    setup.startGateway({ ...gatewaySettings, DATABASE_URL: proxied.href }),
    ...Array.from({ length: gatewayCount }, () => setup.startGateway(gatewaySettings)),
  ])
  return {
    setup,
    sim,
    payers,
    refusedKeys,
    steady,
    startVictim: () => setup.startGateway(gatewaySettings),
    ledgerless: { gateway, proxy },
  }
}

/** Builds the call of this run to this gateway. */
export function callFor(
  { payers, refusedKeys }: TruthSetup,
  run: Run,
  gateway: ServiceProcess,
): Parameters<typeof makeCall>[0] {
  const key = (run.refusal && refusedKeys[run.refusal.what]) ?? payerOf(payers, run).key
  const headers = callHeaders(key)
  if (run.refusal?.what === 'key') headers['authorization'] = `Bearer ${key.raw.slice(0, -1)}`
  if (run.refusal?.what === 'content type') headers['content-type'] = 'text/plain'
  const { path, headers: own } = doorOf(run)
  return { url: gateway.url, path, headers: { ...headers, ...own }, body: toBody(run), cut: run.cut }
}

/** Uses up the single request of the rate-limited key. */
export async function useUpRate(truth: TruthSetup): Promise<Seen> {
  const [gateway] = truth.steady
  const key = truth.refusedKeys.rate
  if (!gateway || !key) throw new Error('there is no gateway or no limited key')
  const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'The only one.' }] }
  return makeCall({
    url: gateway.url,
    headers: callHeaders(key),
    body: Buffer.from(JSON.stringify(body)),
  })
}

async function addPayer({ database }: GatewaySetup, creditMicros: bigint): Promise<Payer> {
  const companyId = await addCompany(database, creditMicros)
  return { companyId, key: await addKey(database, { companyId }) }
}

async function addRefusedKeys(setup: GatewaySetup): Promise<TruthSetup['refusedKeys']> {
  const { database, companyId } = setup
  const { key: poor } = await addPayer(setup, 0n)
  return {
    scope: await addKey(database, { companyId, scopes: ['usage:read'] }),
    allowlist: await addKey(database, { companyId, modelAllowlist: ['svc/chat-default'] }),
    rate: await addKey(database, { companyId, rpmLimit: 1 }),
    credits: poor,
  }
}

/** A separate price for every run, so that all costs differ. */
export function priceOf({ name, cause }: Run): Price {
  const number = BigInt(name.slice(-5)) + BigInt(cause.length) * 1_009n
  return {
    inputMicros: 1_000_000n + number * 7n,
    cachedMicros: 100_000n + number * 3n,
    outputMicros: 5_000_000n + number * 11n,
  }
}

// Each run gets its own route too: the breaker of a shared one would be open most of the time.
async function addAliases({ pool }: GatewaySetup, baseUrl: string, runs: readonly Run[]): Promise<void> {
  const byAlias = [...new Map(runs.map((run) => [aliasOf(run), run])).values()]
  const aliases = byAlias.map(aliasOf)
  const prices = byAlias.map(priceOf)
  await pool.query(
    `insert into model_aliases (alias, capability, max_output_tokens)
     select alias, capability, case capability when 'embed' then 0 else 10000 end
       from unnest($1::text[], $2::model_capability[]) as a (alias, capability)`,
    [aliases, byAlias.map((run) => doorOf(run).capability)],
  )
  await pool.query(
    `insert into model_routes (id, alias, position, base_url, provider_model, first_byte_timeout_ms, idle_timeout_ms,
                               total_timeout_ms, supports_legacy_completions)
     select gen_random_uuid(), alias, position, $2, provider_model, wait_ms, wait_ms, 20000, true
       from unnest($1::text[], $3::int[], $4::int[]) as a (alias, wait_ms, route_count),
            (values (0, 'sim-chat'), (1, $5)) as r (position, provider_model)
      where position < route_count`,
    [aliases, baseUrl, byAlias.map(waitMsOf), byAlias.map((run) => (run.fallback ? 2 : 1)), secondModel],
  )
  await pool.query(
    `insert into model_prices (alias, input_micros_per_million, cached_input_micros_per_million,
                               output_micros_per_million, valid_from)
     select alias, input, cached, output, now() - interval '1 minute'
       from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) as a (alias, input, cached, output)`,
    [
      aliases,
      prices.map(({ inputMicros }) => inputMicros),
      prices.map(({ cachedMicros }) => cachedMicros),
      prices.map(({ outputMicros }) => outputMicros),
    ],
  )
}

const secondModel = 'sim-second'

/** Whether the provider received the request through the alias's second route. */
export function isSecondRoute({ body }: { body: Buffer }): boolean {
  return body.includes(`"model":"${secondModel}"`)
}

/**
 * Time limit of a run's route. It is short if the provider hangs and only this limit can end the run; in all other runs
 * it must not be reached.
 */
function waitMsOf(run: Run): number {
  return run.cause === 'provider' && isHang(run) ? 1_000 : 15_000
}
