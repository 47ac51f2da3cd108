// The keys of this run of `gatehouse dev`: the demo company's, with credits to spend, and the AI service's.
import { randomFillSync } from 'node:crypto'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { createApiKey } from '@gatehouse/keys/create-api-key'
import { keySettings } from '@gatehouse/keys/key-settings'
import { seedDemoCompany } from '@gatehouse/companies/seed-demo-company'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { mintServiceKey } from '../mint-service-key.ts'
import { openDatabase } from '../open-database.ts'

// For a developer's own machine only: whoever reads this file knows it.
const developmentPeppers = 'dev:not-a-secret-only-for-gatehouse-dev'
const demoCreditMicros = 1_000_000_000n

export async function seedDemoKey(
  databaseUrl: string,
  configured: string | undefined,
): Promise<{ peppers: string; demoKey: string; serviceKey: string }> {
  const peppers = configured ?? developmentPeppers
  const { database, close } = openDatabase(new Secret(databaseUrl))
  const clock = createSystemClock()
  const ids = createIds(clock)
  try {
    const { demo } = await seedDemoCompany(database, ids)
    await postTransfer(ids, database, {
      owner: { id: demo.companyId, kind: 'COMPANY' },
      businessKey: `promo:${demo.companyId}`,
      kind: 'grant',
      type: 'PROMO',
      amountMicros: demoCreditMicros,
      reason: 'credits to try the platform with',
    })
    const minting = {
      database,
      ids,
      clock,
      peppers: keySettings.KEY_PEPPERS.parse(peppers),
      fillRandom: randomFillSync,
    }
    const { rawKey } = await createApiKey(
      minting,
      { companyId: demo.companyId, name: 'gatehouse dev' },
      { actor: { kind: 'operator', id: 'gatehouse dev' } },
    )
    const serviceKey = await mintServiceKey(minting, 'gatehouse dev')
    return { peppers, demoKey: rawKey.reveal(), serviceKey: serviceKey.reveal() }
  } finally {
    await close()
  }
}
