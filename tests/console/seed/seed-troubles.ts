// Everything that an operator has to look at: a paused company with a parked call, failed tasks and a report with drift.
import { oneShard } from '@gatehouse/postgres/shards'
import { seedCall, seedParkedCall } from '@gatehouse/backend/testing/seed-company'
import { seedFailedTasks } from '@gatehouse/backend/testing/seed-failed-tasks'
import { freezeAccount } from '@gatehouse/credits/freeze-account'
import { storeReport } from '@gatehouse/credits/reconciliation-reports'
import { addKey } from '@gatehouse/testkit/seed-gateway'
import type { SeedTarget } from './seed-target.ts'

const clean = { kind: 'checked', accounts: 1, drifts: [] } as const

/** The name must be unique, because the list of companies shows those of all tests. */
export async function seedTroubles(
  { backend, addCompanyUser }: SeedTarget,
  name: string,
): Promise<{ companyId: string; callId: string }> {
  const { database, postgres, resources } = backend
  const { companyId } = await addCompanyUser('ADMIN', 5_000_000n)
  await database.updateTable('companies').set({ name }).where('id', '=', companyId).execute()
  const { key } = await addKey(database, { companyId, name: 'nightly' })
  await seedCall(postgres, { companyId, keyId: key.id })
  const callId = await seedParkedCall(postgres, { companyId, keyId: key.id })
  await freezeAccount(
    { databases: oneShard(database), ids: resources.ids },
    companyId,
    'The ledger does not add up.',
  )
  await seedFailedTasks(postgres, { companyId, count: 2 })
  await seedReport(backend, companyId)
  return { companyId, callId }
}

/** The report of a reconciliation; with an owner, one that found drift there. */
export async function seedReport(
  { postgres, resources }: SeedTarget['backend'],
  ownerId?: string,
): Promise<void> {
  const drift = { what: 'balance', expectedMicros: 5_000_000n, actualMicros: 4_999_990n }
  const drifts = ownerId === undefined ? [] : [{ ...drift, ownerId }]
  const outcomes = {
    I1: { ...clean, drifts },
    I2: clean,
    I3: clean,
    I4: clean,
    I5: clean,
    I6: clean,
    I7: clean,
    I8: clean,
    I9: clean,
  }
  const freezes = new Map(ownerId === undefined ? [] : [[ownerId, 'frozen'] as const])
  await storeReport(resources.ids, postgres, { outcomes, freezes, tookMs: 412 })
}
