import type { Database } from '@gatehouse/schema/database'
import { randomFillSync } from 'node:crypto'
import { freezeAccount } from '@gatehouse/credits/freeze-account'
import { inviteMember } from '@gatehouse/identity/invite-member'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addUser, issueToken } from '@gatehouse/testkit/seed-backend'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import {
  seedCall,
  seedDocument,
  seedMatch,
  seedMeeting,
  seedNotice,
  seedParkedCall,
} from '../seed-company.ts'
import type { KnownValues } from './compose-operation.ts'
import type { Role } from './expected-outcome.ts'
import { fullCv, fullPosting } from './recruiting-texts.ts'

export type SeededRoles = {
  authorization: Readonly<Record<Role, string | undefined>>
  known: KnownValues & { companyId: string; email: string; password: string }
}

const ids = createIds(createSystemClock())
const by = { actor: { kind: 'operator', id: 'test' } } as const
const invitation = (companyId: string) =>
  ({ companyId, email: `${ids.uuid()}@test.example`, role: 'MEMBER' }) as const

/**
 * Values of amount inputs. Optional ones are included, because otherwise the fields that return them would have no
 * data.
 */
const amounts = {
  'adjustCredits.credits': '1',
  'settleParkedCall.credits': '0.5',
  'setCompanyAllowance.modelWorkCredits': '60',
  'setPlanAllowance.modelWorkCredits': 60,
  'setPlanAllowance.documentsPerDay': 2_000,
  'setPlanAllowance.documentBytesPerDay': 1e9,
}

export type SeedDeps = { database: Database; postgres: Postgres }

/** Creates two companies, a user in every role, and data for each operation. */
export async function seedRoles({ database, postgres }: SeedDeps): Promise<SeededRoles> {
  const companyId = await addCompany(database, 5_000_000n)
  const elsewhere = await addCompany(database, 5_000_000n)
  const [{ key }, { key: ending }] = [
    await addKey(database, { companyId }),
    await addKey(database, { companyId }),
  ]
  const person = { email: 'person@test.example', password: 'a password for the matrix' }
  await addUser(database, person)
  const [leaving, changing] = [await addUser(database, { companyId }), await addUser(database, { companyId })]
  const invite = async () =>
    inviteMember({ database, ids, fillRandom: randomFillSync }, invitation(companyId), by)
  const [accepted, revoked] = [await invite(), await invite()]
  const [{ jobId, talentId }, { jobId: closingJobId, talentId: leavingTalentId }] = [
    await seedMatch(postgres, companyId, { cv: fullCv, posting: fullPosting }),
    await seedMatch(postgres, companyId),
  ]
  const parkedCallId = await seedCalls(postgres, { companyId, keyId: key.id })
  const leavingDocumentId = await seedDocuments(postgres, companyId)
  const meetingId = await seedMeeting({ database, postgres }, { companyId, ownerEmail: changing.email })
  await seedNotice(postgres, companyId)
  const paused = await addPausedCompany(database)
  return {
    authorization: await issueTokens(database, { companyId, elsewhere, password: person.password }),
    known: {
      companyId,
      keyId: key.id,
      'revokeApiKey.keyId': ending.id,
      ...person,
      currency: 'usd',
      currentPassword: person.password,
      newPassword: 'another password for the matrix',
      role: 'MEMBER',
      'removeMember.userId': leaving.id,
      'changeMemberRole.userId': changing.id,
      'inviteMember.email': 'invited@test.example',
      'revokeInvitation.invitationId': revoked.invitation.id,
      'acceptInvitation.token': accepted.token.reveal(),
      'liftPause.companyId': paused,
      jobId,
      talentId,
      meetingId,
      'registerMeetingRoom.ownerEmail': changing.email,
      'removeMeetingRoom.name': `room ${companyId}`,
      'closeJob.jobId': closingJobId,
      'deleteTalent.talentId': leavingTalentId,
      'searchDocuments.words': 'pipelines',
      'deleteDocument.documentId': leavingDocumentId,
      ...amounts,
      'settleParkedCall.callId': parkedCallId,
    },
  }
}

/** Creates a user in every role, and returns their authorization headers. */
async function issueTokens(
  database: Database,
  { companyId, elsewhere, password }: { companyId: string; elsewhere: string; password: string },
): Promise<SeededRoles['authorization']> {
  const tokenFor = async (settings: Parameters<typeof addUser>[1]) =>
    `Bearer ${await issueToken(await addUser(database, settings))}`
  return {
    anonymous: undefined,
    member: await tokenFor({ companyId, role: 'MEMBER' }),
    'admin of another company': await tokenFor({ companyId: elsewhere }),
    admin: await tokenFor({ companyId, password }),
    'super admin': await tokenFor({ isSuperAdmin: true }),
  }
}

/** Creates two documents, and returns the id of one that may be deleted. */
async function seedDocuments(postgres: Postgres, companyId: string): Promise<string> {
  const text = 'Welded pipelines'
  await seedDocument(postgres, { companyId, text })
  return (await seedDocument(postgres, { companyId, text })).id
}

async function addPausedCompany(database: Database): Promise<string> {
  const companyId = await addCompany(database, 1n)
  await freezeAccount({ database, ids }, companyId, 'the ledger does not add up')
  return companyId
}

/** Creates a charged call and two parked ones, and returns the id of a parked call that may be settled. */
async function seedCalls(postgres: Postgres, caller: { companyId: string; keyId: string }): Promise<string> {
  await seedCall(postgres, caller)
  await seedParkedCall(postgres, caller)
  return seedParkedCall(postgres, caller)
}
