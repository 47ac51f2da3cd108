// One object of each kind that a company owns, so that every operation has something to read or change.
import { oneShard } from '@gatehouse/postgres/shards'
import type { Database } from '@gatehouse/schema/database'
import { randomFillSync } from 'node:crypto'
import { setBudget } from '@gatehouse/credits/change-budgets'
import { readDocumentTask } from '@gatehouse/documents/document-tasks'
import { inviteMember } from '@gatehouse/identity/invite-member'
import {
  seedEndpoint,
  seedFailedDelivery,
  seedPendingDelivery,
} from '@gatehouse/outgoing-events/testing/seed-events'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addFormerPurchase, addUser } from '@gatehouse/testkit/seed-backend'
import { idOfKey } from '@gatehouse/tasks/create-task-queue'
import { addKey } from '@gatehouse/testkit/seed-gateway'
import {
  seedCall,
  seedDocument,
  seedMatch,
  seedMeeting,
  seedNotice,
  seedParkedCall,
} from '../../seed-company.ts'
import type { KnownValues } from '../compose-operation.ts'
import { seedSso } from '../../seed-sso.ts'
import { seedAlerts } from './seed-alerts.ts'
import { fullCv, fullPosting } from './recruiting-texts.ts'

export type SeedDeps = { database: Database; postgres: Postgres }

const ids = createIds(createSystemClock())
const by = { actor: { kind: 'operator', id: 'test' } } as const

/**
 * Returns the objects by the name of the input that refers to them. An operation that ends an object gets one of its
 * own, as `operation.input`.
 */
export async function seedObjects(deps: SeedDeps, companyId: string): Promise<KnownValues> {
  const { database, postgres } = deps
  const [{ key }, { key: endingKey }] = [
    await addKey(database, { companyId }),
    await addKey(database, { companyId }),
  ]
  const people = await seedPeople(deps, companyId)
  const [{ jobId, talentId }, { jobId: closingJobId, talentId: leavingTalentId }] = [
    await seedMatch(postgres, companyId, { cv: fullCv, posting: fullPosting }),
    await seedMatch(postgres, companyId),
  ]
  await seedNotice(postgres, companyId)
  const ownerEmail = people.ownerEmail
  return {
    keyId: key.id,
    'purchase.reference': await addFormerPurchase(database, companyId),
    'revokeApiKey.keyId': endingKey.id,
    ...(await seedAlerts(deps, { companyId, keyId: key.id })),
    ...(await seedSso(database, companyId)),
    ...(await seedBudgets(database, { companyId, keyId: key.id })),
    ...(await seedEvents(postgres, companyId)),
    'removeMember.userId': people.leavingId,
    'changeMemberRole.userId': people.changingId,
    'endUserSessions.userId': people.changingId,
    'setSuperAdmin.userId': people.changingId,
    'revokeInvitation.invitationId': people.revokedInvitationId,
    'acceptInvitation.token': people.invitationToken,
    jobId,
    'closeJob.jobId': closingJobId,
    talentId,
    'deleteTalent.talentId': leavingTalentId,
    meetingId: await seedMeeting({ database, postgres }, { companyId, ownerEmail }),
    'registerMeetingRoom.ownerEmail': ownerEmail,
    'removeMeetingRoom.name': `room ${companyId}`,
    ...(await seedDocuments(postgres, { companyId, talentId })),
    ...(await seedCalls(postgres, { companyId, keyId: key.id })),
  }
}

/** The budgets of a key and of an alias together have a value for every field. */
async function seedBudgets(database: Database, { companyId, keyId }: { companyId: string; keyId: string }) {
  const deps = { databases: oneShard(database), ids, announceCompanyChange: async () => true }
  const limit = { companyId, isHard: false, limitMicros: 1n }
  const alias = 'svc/chat-default'
  await setBudget(deps, { ...limit, scope: 'KEY', keyId, alias: null }, by)
  await setBudget(deps, { ...limit, scope: 'ALIAS', keyId: null, alias }, by)
  const budgetId = await setBudget(deps, { ...limit, scope: 'COMPANY', keyId: null, alias: null }, by)
  return {
    budgetId,
    'setBudget.scope': 'KEY',
    'setBudget.keyId': keyId,
    'setBudget.enforcement': 'SOFT',
    'setBudget.credits': '1',
  }
}

/** A failing endpoint and deliveries in two states together have a value for every field. */
async function seedEvents(postgres: Postgres, companyId: string) {
  const deps = { postgres, ids }
  await seedEndpoint(deps, { companyId, isFailing: true })
  const endpointId = await seedEndpoint(deps, { companyId })
  await seedPendingDelivery(deps, { companyId, endpointId })
  return {
    endpointId,
    deliveryId: await seedFailedDelivery(deps, { companyId, endpointId }),
    'deleteEventEndpoint.endpointId': await seedEndpoint(deps, { companyId }),
    'createEventEndpoint.input': { url: 'https://example.com/events' },
  }
}

async function seedPeople({ database }: SeedDeps, companyId: string) {
  const [leaving, changing] = [await addUser(database, { companyId }), await addUser(database, { companyId })]
  const invite = () =>
    inviteMember(
      { database, ids, fillRandom: randomFillSync },
      { companyId, email: `${ids.uuid()}@test.example`, role: 'MEMBER' },
      by,
    )
  const [accepted, revoked] = [await invite(), await invite()]
  return {
    leavingId: leaving.id,
    changingId: changing.id,
    ownerEmail: changing.email,
    invitationToken: accepted.token.reveal(),
    revokedInvitationId: revoked.invitation.id,
  }
}

/** Creates a document to read and one that may be deleted. */
async function seedDocuments(
  postgres: Postgres,
  { companyId, talentId }: { companyId: string; talentId: string },
) {
  const text = 'Welded pipelines'
  const warnings = [
    { code: 'ocr_text_layer', path: null, message: 'Page 1: The page is a picture.' },
  ] as const
  const { id: documentId } = await seedDocument(postgres, { companyId, talentId, text, warnings })
  const { id: endingId } = await seedDocument(postgres, { companyId, text })
  const { id: cancelledId } = await seedDocument(postgres, { companyId, text })
  const taskId = idOfKey(readDocumentTask.name, documentId)
  return {
    documentId,
    'deleteDocument.documentId': endingId,
    'backgroundTask.taskId': taskId,
    'retryBackgroundTask.taskId': taskId,
    'cancelBackgroundTask.taskId': idOfKey(readDocumentTask.name, cancelledId),
  }
}

/** Creates a charged call and two parked ones, one of which may be settled. */
async function seedCalls(
  postgres: Postgres,
  caller: { companyId: string; keyId: string },
): Promise<KnownValues> {
  const callId = await seedCall(postgres, caller)
  await seedParkedCall(postgres, caller)
  return { callId, 'settleParkedCall.callId': await seedParkedCall(postgres, caller) }
}
