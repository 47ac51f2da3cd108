// Creates the API keys of `gatehouse dev`: that of the demo company, with credits to spend, and that of the AI service. Both
// stay the same across starts, because developers paste the first into other programs.
import { randomFillSync } from 'node:crypto'
import { demoCompany } from '@gatehouse/companies/seed-demo-company'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { type ApiKey, keyStatus } from '@gatehouse/keys/api-key'
import { createApiKey } from '@gatehouse/keys/create-api-key'
import { createFindKeys } from '@gatehouse/keys/find-keys'
import { type Peppers, keySettings, possibleHashes } from '@gatehouse/keys/hash-key'
import { findMissing, mintServiceKey } from '../../mint-service-key.ts'
import type { DevState } from '../dev-state.ts'
import { type SeedDeps, seededBy } from './seed-deps.ts'

// Not a secret: only for a developer's own machine.
const developmentPeppers = 'dev:not-a-secret-only-for-gatehouse-dev'
const demoCreditMicros = 1_000_000_000n

export type SeededKeys = { peppers: string; demoKey: string; serviceKey: string }

// The default of SERVICE_KEY_CREDITS_PER_MONTH. With the simulated provider these credits cost nothing.
const capMicros = 10_000_000_000n

export async function seedKeys(
  deps: SeedDeps,
  state: Pick<DevState, 'readKeys' | 'writeKeys'>,
  configuredPeppers: string | undefined,
): Promise<SeededKeys> {
  const peppers = configuredPeppers ?? developmentPeppers
  const minting = {
    ...deps,
    peppers: keySettings.KEY_PEPPERS.parse(peppers),
    fillRandom: randomFillSync,
    capMicros,
  }
  const stored = await state.readKeys()
  const demoKey =
    (await ifUsable(minting, stored.demoKey, isLive(deps))) ??
    (
      await createApiKey(minting, { companyId: demoCompany.companyId, name: 'gatehouse dev' }, seededBy)
    ).rawKey.reveal()
  const serviceKey =
    (await ifUsable(
      minting,
      stored.serviceKey,
      (key) => isLive(deps)(key) && findMissing(key, capMicros).length === 0,
    )) ?? (await mintServiceKey(minting, seededBy.actor.id)).reveal()
  await state.writeKeys({ demoKey, serviceKey })
  return { peppers, demoKey, serviceKey }
}

/** Grants the demo credits once per database. */
export async function seedCredits({ ids, database }: SeedDeps): Promise<void> {
  await postTransfer(ids, database, {
    owner: { id: demoCompany.companyId, kind: 'COMPANY' },
    businessKey: `promo:${demoCompany.companyId}`,
    kind: 'grant',
    type: 'PROMO',
    amountMicros: demoCreditMicros,
    reason: 'credits to try the platform with',
  })
}

function isLive({ clock }: Pick<SeedDeps, 'clock'>): (key: ApiKey) => boolean {
  return (key) => keyStatus(key, new Date(clock.wallMs())) === 'live'
}

/** Returns the raw key if the database contains its hash under these peppers and it is usable. */
async function ifUsable(
  { database, peppers }: Pick<SeedDeps, 'database'> & { peppers: Peppers },
  rawKey: string | undefined,
  isUsable: (key: ApiKey) => boolean,
): Promise<string | undefined> {
  if (rawKey === undefined) return undefined
  const [found] = await createFindKeys(database)({ hashes: possibleHashes(peppers, rawKey), ids: [] })
  return found && isUsable(found.key) ? rawKey : undefined
}
