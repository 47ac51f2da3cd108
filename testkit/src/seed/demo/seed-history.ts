// Gives the demo companies of `gatehouse dev` sixty days of history, relative to today and otherwise the same on every
// machine, so that the console has something to show from the first look on.
import { demoCompany, furtherDemoCompanies } from '@gatehouse/companies/seed-demo-company'
import type { Peppers } from '@gatehouse/keys/hash-key'
import type { ObjectStore } from '@gatehouse/objects/object-store'
import type { NamedSecrets } from '@gatehouse/runtime/named-secrets'
import type { Secret } from '@gatehouse/runtime/secret'
import { seedAlerts } from './company/demo-alerts.ts'
import { seedEvents } from './company/demo-events.ts'
import { addKeys, markKeysUsed } from './company/demo-keys.ts'
import { addPeople } from './company/demo-people.ts'
import { seedRefusals } from './company/demo-refusals.ts'
import type { DemoDeps } from './demo-deps.ts'
import type { PaymentSimulator } from './money/open-payments.ts'
import { seedMoney } from './money/seed-money.ts'
import { seedMeetings } from './recruiting/seed-meetings.ts'
import { seedRecruiting } from './recruiting/seed-recruiting.ts'
import { seedTasks } from './recruiting/seed-tasks.ts'
import { moveToIds, moveToStart } from './move-to-ids.ts'
import { createTimeline, firstDay } from './timeline.ts'

export type HistoryOrder = {
  peppers: Peppers
  simulator: PaymentSimulator
  objects: ObjectStore
  /** Where the gateways record refused requests; without it, there are none. */
  redisUrl?: Secret
  /** With which the services open the signing secrets of endpoints. */
  eventSecrets: NamedSecrets
}

const companyIds = [demoCompany, furtherDemoCompanies.small, furtherDemoCompanies.postpaid].map(
  ({ companyId }) => companyId,
)

/** Ids of the beginning of the history, for what else must have happened before its first call. */
export function idsOfStart(nowMs: number) {
  return createTimeline(firstDay(nowMs)).ids
}

/** For a database to which the demo company has just been added. */
export async function seedHistory(
  deps: DemoDeps,
  { peppers, simulator, objects, redisUrl, eventSecrets }: HistoryOrder,
): Promise<void> {
  const startedMs = performance.now()
  const people = await addPeople(deps)
  const keys = await addKeys(deps, { ...people, peppers })
  const calls = await seedMoney(deps, { keys, admin: people.admin, simulator })
  await seedRecruiting(deps, { ...people, objects })
  await seedMeetings(deps, people.admin.actor.id)
  await seedAlerts(deps, { keys, admin: people.admin })
  await seedEvents(deps, { admin: people.admin, secrets: eventSecrets })
  await seedTasks(deps)
  if (redisUrl) await seedRefusals(redisUrl, keys, deps.nowMs)
  await moveToIds(deps.postgres, companyIds)
  await moveToStart(deps.postgres, { companyIds, startMs: firstDay(deps.nowMs) })
  await markKeysUsed(deps)
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
  deps.print(
    `added 60 days of demo history with ${calls} calls (${seconds} s); its talents are matched in the background`,
  )
}
