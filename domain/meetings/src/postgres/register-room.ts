import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    meetings: 'meetings.owner_unknown'
  }
}

export type Room = { name: string; companyId: string; ownerEmail: string }

type Actor = Parameters<typeof recordAuditEntry>[2]['actor']

/**
 * Assigns a room to a company and an owner, replacing an earlier assignment. The owner must be a member of the company.
 */
export async function registerRoom(
  { database, ids }: { database: Database; ids: Ids },
  { name, companyId, ownerEmail }: Room,
  actor: Actor,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const owner = await tx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select('users.id')
      .where('memberships.company_id', '=', companyId)
      .where(sql`lower(users.email)`, '=', ownerEmail.toLowerCase())
      .executeTakeFirst()
    if (!owner) throw ownerUnknown()
    await tx
      .insertInto('meeting_rooms')
      .values({ name: name.trim(), company_id: companyId, owner_id: owner.id })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ company_id: companyId, owner_id: owner.id }),
      )
      .execute()
    await recordAuditEntry(ids, tx, {
      companyId,
      actor,
      action: 'room.register',
      subject: { kind: 'room', id: name.trim() },
      details: { owner_id: owner.id },
    })
  })
}

function ownerUnknown(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'meetings.owner_unknown',
    publicMessage: 'The owner is not a member of this company. Name one of its members.',
  })
}
