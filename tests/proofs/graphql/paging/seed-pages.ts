// A company whose lists are all longer than the largest page, written by the code that writes them in production.
import { fullCv, fullPosting } from '@gatehouse/backend/testing/recruiting-texts'
import {
  matchAll,
  seedAlert,
  seedCall,
  seedDocument,
  seedMeeting,
  seedNotice,
} from '@gatehouse/backend/testing/seed-company'
import { seedFailedTasks } from '@gatehouse/backend/testing/seed-failed-tasks'
import { seedPayments } from '@gatehouse/backend/testing/seed-payments'
import { type SeededRoles, seedRoles } from '@gatehouse/backend/testing/seed-roles'
import { changeSuperAdmin } from '@gatehouse/identity/manage-users'
import { claimDomain } from '@gatehouse/identity/sso-domains'
import { addJob, addTalent, ids } from '@gatehouse/matching/testing/seed-matching'
import { recordTranscript } from '@gatehouse/meetings/record-transcript'
import { seedEndpoint, seedFailedDelivery } from '@gatehouse/outgoing-events/testing/seed-events'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { addSession, addUser } from '@gatehouse/testkit/seed-backend'
import type { BackendSetup } from '../../security/authz/backend-setup.ts'

const operator = { actor: { kind: 'operator', id: 'test' } } as const

export type PagedCompany = {
  companyId: string
  jobId: string
  meetingId: string
  /** The super admin who asks. */
  userId: string
  authorization: string
}

export async function seedPages(setup: BackendSetup, rows: number): Promise<PagedCompany> {
  const { database, pool: postgres } = setup
  const roles = await seedRoles({ database, postgres })
  await seedPayments(setup, roles)
  const { companyId } = roles.known
  const { key } = await addKey(database, { companyId })
  const { email: ownerEmail } = await addUser(database, { companyId })
  const jobId = await addJob(postgres, companyId, { title: 'Engineer', skills: [], text: fullPosting })
  const endpointId = await seedEndpoint({ postgres, ids }, { companyId })
  for (let row = 0; row < rows; row += 1) {
    const claim = { companyId: await addCompany(database, 1n), domain: `page-${row}.example` }
    await claimDomain({ database, ids }, claim, operator)
    const { id: userId } = await addUser(database, {})
    await changeSuperAdmin({ database, ids }, { userId, isSuperAdmin: true }, operator)
    await addSession(database, roles.superAdmin.id)
    await addKey(database, { companyId })
    await seedCall(postgres, { companyId, keyId: key.id })
    await seedDocument(postgres, { companyId, text: fullCv })
    await addJob(postgres, companyId, { title: 'Engineer', skills: [], text: fullPosting })
    await addTalent(postgres, companyId, { title: 'Engineer', skills: [], text: fullCv })
    await seedNotice(postgres, companyId, `model_work_waits:${row}`)
    await seedAlert({ database, postgres }, companyId, row)
    await seedFailedDelivery({ postgres, ids }, { companyId, endpointId })
  }
  await matchAll(postgres)
  const meetingId = await seedMeetings(setup, { companyId, ownerEmail, rows })
  await adjustCredits(setup, roles, rows)
  await addProviderEvents(postgres, rows)
  await addReports(postgres, rows)
  await addInvoices(postgres, companyId, rows)
  // Of another company, because those of this one are counted; a hundred are listed at once.
  const elsewhere = await addCompany(database, 1n)
  await seedFailedTasks(postgres, { companyId: elsewhere, count: Math.min(rows, 99) })
  const authorization = roles.authorization['super admin'] ?? ''
  return { companyId, jobId, meetingId, userId: roles.superAdmin.id, authorization }
}

async function seedMeetings(
  { database, pool: postgres }: BackendSetup,
  { companyId, ownerEmail, rows }: { companyId: string; ownerEmail: string; rows: number },
): Promise<string> {
  const begun = Date.now()
  let meetingId = ''
  for (let row = 0; row < rows; row += 1) {
    const room = `room ${row} of ${companyId}`
    // Before the meeting ends, so that all of them belong to it.
    const lines = Array.from({ length: row === rows - 1 ? rows : 1 }, (_, line) => ({
      timestamp: new Date(begun - (rows - line) * 1_000),
      speaker: 'Ana',
      text: `Sentence ${line} of the meeting.`,
    }))
    await recordTranscript(postgres, { room, lines })
    meetingId = await seedMeeting({ database, postgres }, { companyId, ownerEmail, room })
  }
  return meetingId
}

/** Also writes one entry of the audit log for each adjustment. */
async function adjustCredits(
  { url, database }: BackendSetup,
  { authorization, superAdmin, known: { companyId } }: SeededRoles,
  rows: number,
): Promise<void> {
  const { cookie } = await addSession(database, superAdmin.id)
  for (let row = 0; row < rows; row += 1) {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: authorization['super admin'] ?? '',
        cookie,
      },
      body: JSON.stringify({
        query: `mutation ($companyId: ID!, $adjustmentId: ID!) {
          adjustCredits(companyId: $companyId, adjustmentId: $adjustmentId, credits: "1", reason: "a page") { isNew } }`,
        variables: { companyId, adjustmentId: crypto.randomUUID() },
      }),
    })
    const { errors } = (await response.json()) as { errors?: { message: string }[] }
    if (errors) throw new Error(`adjusting credits failed: ${errors[0]?.message}`)
  }
}

/** Copies of an event that the provider sent, under other ids. */
async function addProviderEvents(postgres: BackendSetup['pool'], rows: number): Promise<void> {
  await postgres.query({
    text: `insert into provider_events (id, type, object_id, customer_id, event_created_at, api_version, is_live, payload, source, status,
                                        processed_at)
           select id || n, type, object_id, customer_id, event_created_at, api_version, is_live, payload, source, status, processed_at
             from (select * from provider_events where status = 'PROCESSED' limit 1) e, generate_series(1, $1) n`,
    values: [rows],
  })
}

/** Copies of a purchase of the company and of its invoice, under other ids. */
async function addInvoices(postgres: BackendSetup['pool'], companyId: string, rows: number): Promise<void> {
  await postgres.query({
    text: `with bought as (
             insert into credit_pack_purchases
             select (jsonb_populate_record(p, jsonb_build_object('id', uuid_now(n), 'provider_session_id', null))).*
               from credit_pack_purchases p, generate_series(1, $2) n
              where p.id = (select min(id::text)::uuid from credit_pack_purchases where company_id = $1)
             returning id
           )
           insert into invoices
           select (jsonb_populate_record(i, jsonb_build_object('id', b.id, 'purchase_id', b.id, 'provider_invoice_id', b.id))).*
             from invoices i, bought b
            where i.id = (select min(id::text)::uuid from invoices where company_id = $1)`,
    values: [companyId, rows],
  })
}

async function addReports(postgres: BackendSetup['pool'], rows: number): Promise<void> {
  await postgres.query({
    text: `insert into reconciliation_reports (id, took_ms, drifting, drifts, freezes, has_drift)
           select uuid_now(n), 5, '{"balance": 0}', '[]', '{}', false from generate_series(1, $1) n`,
    values: [rows],
  })
}
