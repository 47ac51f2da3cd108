import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { addMembership } from '@gatehouse/identity/memberships'
import { createUser } from '@gatehouse/identity/users'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'

export type DemoCompany = { companyId: string; companyName: string; adminEmail: string }

export type SeedOutcome = { kind: 'created'; demo: DemoCompany } | { kind: 'existed'; demo: DemoCompany }

// Fixed, so that seeding is idempotent and documentation can refer to them.
export const demoCompany = {
  companyId: '00000000-0000-7000-8000-00000000d301',
  companyName: 'Demo Recruiting',
  adminEmail: 'admin@demo.example',
} as const satisfies DemoCompany

/** Companies that the demo data of `gatehouse dev` adds beside the first one. */
export const furtherDemoCompanies = {
  small: { companyId: '00000000-0000-7000-8000-00000000d302', companyName: 'Nordlicht Personal' },
  postpaid: { companyId: '00000000-0000-7000-8000-00000000d303', companyName: 'Hanse Logistik Gruppe' },
} as const

const by = { actor: { kind: 'operator', id: 'gatehouse seed' } } as const

/** Creates a sample company with one admin in a new installation. Idempotent. */
export async function seedDemoCompany(database: Database, ids: Ids): Promise<SeedOutcome> {
  return database.transaction().execute(async (tx): Promise<SeedOutcome> => {
    const company = await tx
      .insertInto('companies')
      .values({ id: demoCompany.companyId, name: demoCompany.companyName })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!company) return { kind: 'existed', demo: demoCompany }
    await recordAuditEntry(ids, tx, {
      ...by,
      companyId: demoCompany.companyId,
      action: 'company.create',
      subject: { kind: 'company', id: demoCompany.companyId },
      details: { name: demoCompany.companyName },
    })
    const user = await createUser({ ids, tx }, { email: demoCompany.adminEmail, passwordHash: null }, by)
    await addMembership({ ids, tx }, { companyId: demoCompany.companyId, userId: user.id, role: 'ADMIN' }, by)
    return { kind: 'created', demo: demoCompany }
  })
}
