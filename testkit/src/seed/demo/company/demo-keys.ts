// The API keys of the demo companies, by what they are used for. Their secrets are not kept: nothing calls with them.
import { demoCompany, furtherDemoCompanies } from '@gatehouse/companies/seed-demo-company'
import { type NewApiKey, createApiKey } from '@gatehouse/keys/create-api-key'
import { type Peppers } from '@gatehouse/keys/hash-key'
import { randomFillSync } from 'node:crypto'
import type { DemoDeps } from '../demo-deps.ts'
import { createTimeline, dayMs, firstDay, weekdayAgo } from '../timeline.ts'
import type { DemoPeople } from './demo-people.ts'

export type DemoKeys = Record<keyof typeof keyPlans, string>

const { companyId } = demoCompany
const keyPlans = {
  ats: { companyId, name: 'Applicant tracking', rpmLimit: 300 },
  careers: {
    companyId,
    name: 'Careers page assistant',
    modelAllowlist: ['svc/chat-cheap', 'svc/chat-default'],
  },
  nightly: { companyId, name: 'Nightly matching', rpmLimit: 600 },
  notebook: { companyId, name: 'Analytics notebook', monthlyCreditCapMicros: 900_000_000n },
  trial: { companyId, name: 'Trial of the summer interns' },
  small: { companyId: furtherDemoCompanies.small.companyId, name: 'Website' },
  dispatch: { companyId: furtherDemoCompanies.postpaid.companyId, name: 'Dispatch planning' },
  hiring: { companyId: furtherDemoCompanies.postpaid.companyId, name: 'Driver hiring' },
} as const satisfies Record<string, NewApiKey>

export async function addKeys(
  { database, postgres, nowMs }: DemoDeps,
  { admin, peppers }: Pick<DemoPeople, 'admin'> & { peppers: Peppers },
): Promise<DemoKeys> {
  const timeline = createTimeline(firstDay(nowMs) + 3_600_000)
  const minting = { database, clock: timeline.clock, ids: timeline.ids, peppers, fillRandom: randomFillSync }
  const ids: Partial<DemoKeys> = {}
  for (const [name, plan] of Object.entries(keyPlans) as [keyof DemoKeys, NewApiKey][]) {
    timeline.moveTo(timeline.clock.wallMs() + 7 * 60_000)
    const createdBy = plan.companyId === companyId ? admin.actor.id : null
    // One key is about to expire, so that the console has something to point out.
    const expiresAt = name === 'careers' ? new Date(nowMs + 5 * dayMs) : null
    const { key } = await createApiKey(minting, { ...plan, createdBy, expiresAt }, admin)
    ids[name] = key.id
  }
  await postgres.query('update api_keys set revoked_at = $3 where company_id = $1 and id = $2', [
    companyId,
    ids.trial,
    new Date(weekdayAgo(nowMs, 33, 15)),
  ])
  return ids as DemoKeys
}

/** Keys are marked as used when they are used; the last call of the history shows when that was. */
export async function markKeysUsed({ postgres }: Pick<DemoDeps, 'postgres'>): Promise<void> {
  await postgres.query(
    `update api_keys k set last_used_at = c.last from
       (select key_id, max(created_at) as last from calls group by key_id) c where c.key_id = k.id`,
  )
}
