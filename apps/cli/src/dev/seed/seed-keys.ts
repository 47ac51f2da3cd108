// The keys of `gatehouse dev`: the demo company's, with credits to spend, and the AI service's. Both stay the same from one
// start to the next, because a developer pastes the first into other programs.
import { randomFillSync } from 'node:crypto'
import { demoCompany } from '@gatehouse/companies/seed-demo-company'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { type ApiKey, keyStatus } from '@gatehouse/keys/api-key'
import { createApiKey } from '@gatehouse/keys/create-api-key'
import { createFindKeys } from '@gatehouse/keys/find-keys'
import { type Peppers, possibleHashes } from '@gatehouse/keys/hash-key'
import { keySettings } from '@gatehouse/keys/key-settings'
import { findMissing, mintServiceKey } from '../../mint-service-key.ts'
import type { DevState } from '../dev-state.ts'
import { type SeedDeps, seededBy } from './seed-deps.ts'

// For a developer's own machine only: whoever reads this file knows it.
const developmentPeppers = 'dev:not-a-secret-only-for-gatehouse-dev'
const demoCreditMicros = 1_000_000_000n

export type SeededKeys = { peppers: string; demoKey: string; serviceKey: string }

// As the setting has it by default. A simulator answers, so it is play money.
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

/** Granted once per database. */
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

/** The raw key, if the database knows it under these peppers and it can do what it is for. */
async function ifUsable(
  { postgres, peppers }: Pick<SeedDeps, 'postgres'> & { peppers: Peppers },
  rawKey: string | undefined,
  isUsable: (key: ApiKey) => boolean,
): Promise<string | undefined> {
  if (rawKey === undefined) return undefined
  const [found] = await createFindKeys(postgres)({ hashes: possibleHashes(peppers, rawKey), ids: [] })
  return found && isUsable(found.key) ? rawKey : undefined
}
