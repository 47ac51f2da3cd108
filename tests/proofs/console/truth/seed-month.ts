// Two months of a company as `gatehouse dev` creates them: calls by several keys and models, purchases and invoices.
import { oneShard } from '@gatehouse/postgres/shards'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createCreditPack } from '@gatehouse/billing/offer-pricing'
import { openInbox } from '@gatehouse/billing/open-billing'
import { demoCompany, seedDemoCompany } from '@gatehouse/companies/seed-demo-company'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { seedDemoAliases } from '@gatehouse/models/seed-demo-aliases'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { namedSecrets } from '@gatehouse/runtime/named-secrets'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { idsOfStart, seedHistory } from '@gatehouse/testkit/demo/seed-history'
import type { ConsoleSetup } from '../open-console-setup.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'proof', level: 'fatal', sinks: [] })
const by = { actor: { kind: 'operator', id: 'proof' } } as const
const models = { chat: 'sim-chat', extract: 'sim-chat', embed: 'sim-embed' }

/** Returns the id of the company. */
export async function seedMonth(scope: AsyncDisposableStack, setup: ConsoleSetup): Promise<string> {
  const { database, pool: postgres, sim } = setup
  const { companyId } = demoCompany
  const nowMs = clock.wallMs()
  await seedDemoCompany(database, ids)
  await seedDemoAliases({ database, ids }, { baseUrl: 'http://127.0.0.1:1/v1', models })
  await postTransfer(idsOfStart(nowMs), database, {
    owner: { id: companyId, kind: 'COMPANY' },
    businessKey: `promo:${companyId}`,
    kind: 'grant',
    type: 'PROMO',
    amountMicros: 1_000_000_000n,
  })
  const simulator = { apiKey: sim.apiKey, apiUrl: sim.baseUrl }
  const settings = { apiKey: new Secret(sim.apiKey), apiUrl: sim.baseUrl }
  const { events } = openInbox({ databases: oneShard(database), clock, ids, logger, settings })
  const packs = [
    { name: 'Demo pack S', credits: 100, price: 10 },
    { name: 'Demo pack L', credits: 1_200, price: 100 },
  ]
  for (const pack of packs) await createCreditPack(events, { ...pack, currency: 'eur', sortOrder: 1 }, by)
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-truth-'))
  scope.defer(() => rm(folder, { recursive: true, force: true }))
  const objects = createObjectStore(new Secret(pathToFileURL(folder).href), clock)
  const peppers = { current: { id: 'test', secret: new Secret('p'.repeat(32)) }, previous: [] }
  const eventSecrets = namedSecrets('secret').parse(`proof:${'e'.repeat(32)}`)
  const order = { peppers, simulator, objects, eventSecrets }
  await seedHistory({ database, postgres, nowMs, print: () => undefined }, order)
  return companyId
}
