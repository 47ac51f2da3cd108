// Opens the generator's store on a test database with one waiting talent.
import { oneShard } from '@gatehouse/postgres/shards'
import { createGeneratorStore } from '@gatehouse/matching/generator-store'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { noFacts } from '@gatehouse/talents/talent-facts'
import { saveTalents } from '@gatehouse/talents/save-talents'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'

export async function openGenerator() {
  const open = await openTestDatabase()
  const ids = createIds(createSystemClock())
  const companyId = await addCompany(open.database, 0n)
  await open.postgres.transaction((tx) =>
    saveTalents(tx, [{ companyId, id: ids.uuid(), name: null, sourceText: '', facts: noFacts }]),
  )
  const store = createGeneratorStore({ shards: oneShard(open.postgres), ids })
  return { ...open, store }
}
