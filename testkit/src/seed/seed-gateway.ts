// What a gateway under test needs in its database: aliases that lead to a provider, and companies with credits and
// keys.
import type { Database } from '@gatehouse/schema/database'
import { randomFillSync } from 'node:crypto'
import { platformCompanyId } from '@gatehouse/companies/platform-company'
import { seedPlatformCompany } from '@gatehouse/companies/seed-platform-company'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { prepareBatch } from '@gatehouse/credits/settle-batch'
import type { ApiKey } from '@gatehouse/keys/api-key'
import { type NewApiKey, createApiKey } from '@gatehouse/keys/create-api-key'
import { seedDemoAliases } from '@gatehouse/models/seed-demo-aliases'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'

const pepper = { id: 'test', secret: 'a pepper of thirty-two characters or more' }

/** For the gateway's environment, so that it accepts the keys of `addKey`. */
export const testKeyPeppers = `${pepper.id}:${pepper.secret.replaceAll(' ', '-')}`

/** Two keys that sign receipts, the current one first. */
export const testReceiptKeys = ['test-new', 'test-old']
  .map((id, index) => `${id}:${Buffer.alloc(32, index + 1).toString('base64url')}`)
  .join(',')

const clock = createSystemClock()
const ids = createIds(clock)
const peppers = {
  current: { id: pepper.id, secret: new Secret(pepper.secret.replaceAll(' ', '-')) },
  previous: [],
}

export async function addAliases(
  database: Database,
  baseUrl: string,
  { prefix = 'svc' } = {},
): Promise<void> {
  await seedDemoAliases(
    { database, ids },
    { baseUrl, prefix, models: { chat: 'sim-chat', extract: 'sim-chat', embed: 'sim-embed' } },
  )
}

/** Adds a company with this many micro-credits; a million are one credit. */
export async function addCompany(database: Database, creditMicros: bigint): Promise<string> {
  const id = ids.uuid()
  await database
    .insertInto('companies')
    .values({ id, name: `Company ${id.slice(-6)}` })
    .execute()
  if (creditMicros > 0n) await addCredits(database, id, creditMicros)
  return id
}

/**
 * Adds credits as a promotion rather than a purchase: reconciliation would stop a company that has purchased credits
 * without a payment.
 */
export async function addCredits(database: Database, companyId: string, amountMicros: bigint): Promise<void> {
  await postTransfer(ids, database, {
    owner: { id: companyId, kind: 'COMPANY' },
    businessKey: `promo:${ids.uuid()}`,
    kind: 'grant',
    type: 'PROMO',
    amountMicros,
  })
}

export type AddedKey = { key: ApiKey; raw: string }

/** By default the limits are so high that no test reaches them by accident. */
export async function addKey(
  database: Database,
  newKey: Pick<NewApiKey, 'companyId'> & Partial<NewApiKey>,
): Promise<AddedKey> {
  const { key, rawKey } = await createApiKey(
    { database, ids, clock, peppers, fillRandom: randomFillSync },
    { name: 'test', rpmLimit: 1_000_000, tpmLimit: 2_000_000_000, ...newKey },
    { actor: { kind: 'operator', id: 'test' } },
  )
  return { key, raw: rawKey.reveal() }
}

/** Adds a key of the platform's own company, which is created if needed. */
export async function addPlatformKey(database: Database, newKey: Partial<NewApiKey> = {}): Promise<AddedKey> {
  await seedPlatformCompany(database, ids, 'test')
  return addKey(database, { ...newKey, companyId: platformCompanyId })
}

/**
 * Settles a call that the platform made on behalf of a company, as the gateway does, and returns the call's id. The id
 * contains the given time, or else the current time.
 */
export async function addPlatformCall(
  { database, postgres }: { database: Database; postgres: Parameters<typeof prepareBatch>[0] },
  call: { concernedCompanyId: string; chargedMicros: bigint; at?: Date },
): Promise<string> {
  await seedPlatformCompany(database, ids, 'test')
  const { concernedCompanyId, chargedMicros, at } = call
  const id = (at ? createIds({ wallMs: () => at.getTime() }) : ids).uuid()
  const usage = { promptTokens: 100, cachedTokens: 0, completionTokens: 50 }
  await prepareBatch(postgres, [
    {
      id,
      companyId: platformCompanyId,
      keyId: ids.uuid(),
      alias: 'svc/extract-default',
      operation: 'parse_cv',
      end: { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros },
      heldMicros: chargedMicros,
      durationMs: 5,
      concernedCompanyId,
    },
  ])()
  return id
}
