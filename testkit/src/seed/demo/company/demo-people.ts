// The members of the demo companies. Only the admin of the first company and the super admin can log in; the others are
// there to be seen in lists and as actors of changes.
import { demoCompany, furtherDemoCompanies } from '@gatehouse/companies/seed-demo-company'
import { inviteMember } from '@gatehouse/identity/invite-member'
import { type MembershipRole, addMembership } from '@gatehouse/identity/memberships'
import { createUser } from '@gatehouse/identity/users'
import { randomFillSync } from 'node:crypto'
import { type DemoActor, type DemoDeps, asUser, demoOperator } from '../demo-deps.ts'
import { createTimeline, dayMs, firstDay } from '../timeline.ts'

type NewMember = { companyId: string; email: string; role: MembershipRole; onDay: number }

const { small, postpaid } = furtherDemoCompanies
const members: readonly NewMember[] = [
  { companyId: small.companyId, email: 'inga.petersen@nordlicht.example', role: 'ADMIN', onDay: 0 },
  { companyId: postpaid.companyId, email: 'henrik.behrens@hanse.example', role: 'ADMIN', onDay: 0 },
  { companyId: demoCompany.companyId, email: 'marta.lindqvist@demo.example', role: 'ADMIN', onDay: 1 },
  { companyId: demoCompany.companyId, email: 'jonas.weber@demo.example', role: 'MEMBER', onDay: 2 },
  { companyId: demoCompany.companyId, email: 'aylin.kaya@demo.example', role: 'MEMBER', onDay: 9 },
  { companyId: postpaid.companyId, email: 'frauke.olsen@hanse.example', role: 'MEMBER', onDay: 12 },
  { companyId: demoCompany.companyId, email: 'tom.okafor@demo.example', role: 'MEMBER', onDay: 30 },
]

export type DemoPeople = { admin: DemoActor; recruiter: DemoActor }

export async function addPeople({ database, nowMs }: DemoDeps): Promise<DemoPeople> {
  const timeline = createTimeline(firstDay(nowMs))
  for (const { companyId, companyName } of [small, postpaid]) {
    await database
      .insertInto('companies')
      .values({
        id: companyId,
        name: companyName,
        billing_mode: companyId === postpaid.companyId ? 'POSTPAID' : 'PREPAID',
      })
      .execute()
  }
  const userIds = new Map<string, string>()
  for (const { companyId, email, role, onDay } of members) {
    timeline.moveTo(firstDay(nowMs) + onDay * dayMs + 9 * 3_600_000)
    await database.transaction().execute(async (tx) => {
      const deps = { ids: timeline.ids, tx }
      const { id } = await createUser(deps, { email, passwordHash: null }, demoOperator)
      await addMembership(deps, { companyId, userId: id, role }, demoOperator)
      userIds.set(email, id)
    })
  }
  const admin = asUser(userIds.get('marta.lindqvist@demo.example') ?? '')
  timeline.moveTo(nowMs - 2 * dayMs)
  await inviteMember(
    { database, ids: timeline.ids, fillRandom: randomFillSync },
    { companyId: demoCompany.companyId, email: 'lea.brandt@demo.example', role: 'MEMBER' },
    admin,
  )
  return { admin, recruiter: asUser(userIds.get('jonas.weber@demo.example') ?? '') }
}
