// Rooms and their owners. Operators assign any room; companies register, list and remove their own.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Shards } from '@gatehouse/postgres/shards'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { roomName } from '../room-event.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    meetings:
      | 'meetings.owner_unknown'
      | 'meetings.room_name'
      | 'meetings.room_taken'
      | 'meetings.room_unknown'
      | 'meetings.rooms_max'
  }
}

type Deps = { databases: Shards<Database>; ids: Ids }

export type Room = { name: string; companyId: string; ownerEmail: string }

/**
 * Assigns a room to a company and an owner, replacing an earlier assignment. The owner must be a member of the company.
 */
export async function registerRoom({ databases, ids }: Deps, room: Room, by: AuditActor): Promise<void> {
  const name = readName(room.name)
  const { companyId } = room
  await databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      const { id: ownerId } = await findOwner(tx, room)
      const assigned = { company_id: companyId, owner_id: ownerId, spoken_from: null }
      await tx
        .insertInto('meeting_rooms')
        .values({ name, ...assigned })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(assigned))
        .execute()
      await recordRegistration({ ids, tx }, { name, companyId, ownerId }, by)
    })
}

// Each room is a name that other companies can no longer use.
const roomsPerCompanyMax = 200

/**
 * Registers a room for a company at the request of its admin, or changes the owner of its room. A room of another
 * company is refused, and what was said in the room before now stays hidden, because the company has not shown that it
 * was its own meeting.
 */
export async function registerOwnRoom(
  { databases, ids }: Deps,
  room: Room,
  by: AuditActor,
): Promise<OwnRoom> {
  const name = readName(room.name)
  const { companyId } = room
  return databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      const { id: ownerId, email } = await findOwner(tx, room)
      // Meeting servers may report times in whole seconds.
      const spokenFrom = sql<Date>`date_trunc('second', clock_timestamp())`
      const registered = await tx
        .insertInto('meeting_rooms')
        .values({ name, company_id: companyId, owner_id: ownerId, spoken_from: spokenFrom })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ owner_id: ownerId })
            .where('meeting_rooms.company_id', '=', companyId),
        )
        .returning('created_at')
        .executeTakeFirst()
      if (!registered) throw roomTaken()
      const { count } = await tx
        .selectFrom('meeting_rooms')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('company_id', '=', companyId)
        .executeTakeFirstOrThrow()
      if (count > roomsPerCompanyMax) throw tooManyRooms()
      await recordRegistration({ ids, tx }, { name, companyId, ownerId }, by)
      return { name, ownerEmail: email, createdAt: registered.created_at }
    })
}

export type OwnRoom = {
  name: string
  /** Null if the owner has left the company; then no mail is sent about its meetings. */
  ownerEmail: string | null
  createdAt: Date
}

/** Lists the rooms of a company by name, also those that an operator assigned to it. */
export async function listRooms(database: Database, companyId: string): Promise<OwnRoom[]> {
  const rows = await database
    .selectFrom('meeting_rooms as r')
    .leftJoin('memberships as m', (join) =>
      join.onRef('m.company_id', '=', 'r.company_id').onRef('m.user_id', '=', 'r.owner_id'),
    )
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select(['r.name', 'u.email', 'r.created_at'])
    .where('r.company_id', '=', companyId)
    .orderBy('r.name')
    .execute()
  return rows.map(({ name, email, created_at }) => ({ name, ownerEmail: email, createdAt: created_at }))
}

/** Frees the name of a room. Meetings that ended before stay with the company. */
export async function removeRoom(
  { databases, ids }: Deps,
  { name, companyId }: { name: string; companyId: string },
  by: AuditActor,
): Promise<void> {
  await databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      const removed = await tx
        .deleteFrom('meeting_rooms')
        .where('company_id', '=', companyId)
        .where('name', '=', name.trim())
        .returning('name')
        .executeTakeFirst()
      if (!removed) throw roomUnknown()
      const subject = { kind: 'room', id: removed.name }
      await recordAuditEntry(ids, tx, { ...by, companyId, action: 'room.remove', subject })
    })
}

async function findOwner(
  tx: Transaction,
  { companyId, ownerEmail }: Room,
): Promise<{ id: string; email: string }> {
  const owner = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email'])
    .where('memberships.company_id', '=', companyId)
    .where(sql`lower(users.email)`, '=', ownerEmail.toLowerCase())
    .executeTakeFirst()
  if (!owner) throw ownerUnknown()
  return owner
}

async function recordRegistration(
  { ids, tx }: { ids: Ids; tx: Transaction },
  { name, companyId, ownerId }: { name: string; companyId: string; ownerId: string },
  by: AuditActor,
): Promise<void> {
  const subject = { kind: 'room', id: name }
  const details = { owner_id: ownerId }
  await recordAuditEntry(ids, tx, { ...by, companyId, action: 'room.register', subject, details })
}

function readName(name: string): string {
  const read = roomName.safeParse(name)
  if (read.success) return read.data
  throw new Fault({
    kind: 'invalid',
    code: 'meetings.room_name',
    publicMessage: 'The name of a room has from 1 to 200 characters: write it as the meeting server does.',
    input: 'name',
  })
}

function ownerUnknown(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'meetings.owner_unknown',
    publicMessage: 'The owner is not a member of this company. Name one of its members.',
  })
}

function roomTaken(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'meetings.room_taken',
    publicMessage: 'Another company uses a room of this name. Choose another name on the meeting server.',
  })
}

function tooManyRooms(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'meetings.rooms_max',
    publicMessage: `A company has at most ${roomsPerCompanyMax} rooms. Remove one that is no longer used.`,
  })
}

function roomUnknown(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'meetings.room_unknown',
    publicMessage: 'This company has no room of this name.',
  })
}
