// Fills a company with data as the real code would write it: calls, documents, matches, meetings and notices.
import type { Database } from '@gatehouse/schema/database'
import { createHash } from 'node:crypto'
import type { FinishedCall } from '@gatehouse/calls/call'
import { deleteAlertRule, setAlertRule } from '@gatehouse/companies/change-alert-rules'
import { writeCompanyNotice } from '@gatehouse/companies/company-notices'
import { evaluateCompany } from '@gatehouse/companies/evaluate-alerts'
import { prepareBatch } from '@gatehouse/credits/settle-batch'
import type { TextToSave } from '@gatehouse/documents/compose-text'
import { saveText } from '@gatehouse/documents/advance-document'
import { createDocumentStore } from '@gatehouse/documents/create-document-store'
import type { StoredDocument } from '@gatehouse/documents/document'
import { documentTasks } from '@gatehouse/documents/document-tasks'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { createGeneratorStore } from '@gatehouse/matching/generator-store'
import type { Judge } from '@gatehouse/matching/judge'
import { createMatchReader } from '@gatehouse/matching/match-reader'
import { addJob, addTalent, ids, operator, runUntilIdle } from '@gatehouse/matching/testing/seed-matching'
import { meetingInsightsTask } from '@gatehouse/meetings/meeting-insights-task'
import { createMeetingStore } from '@gatehouse/meetings/meeting-store'
import { recordRoomEvent } from '@gatehouse/meetings/record-room-event'
import { recordTranscript } from '@gatehouse/meetings/record-transcript'
import { registerRoom } from '@gatehouse/meetings/register-room'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { oneShard } from '@gatehouse/postgres/shards'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createLogger } from '@gatehouse/telemetry/create-logger'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })

/**
 * Settles a finished call as the gateway does. By default it costs 10 micro-credits for 100 prompt and 50 completion
 * tokens.
 */
export async function seedCall(
  postgres: Postgres,
  call: Pick<FinishedCall, 'companyId' | 'keyId'> & Partial<FinishedCall>,
): Promise<string> {
  const usage = { promptTokens: 100, cachedTokens: 20, completionTokens: 50 }
  const finished: FinishedCall = {
    id: ids.uuid(),
    alias: 'svc/chat-default',
    operation: 'chat',
    end: { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros: 10n },
    heldMicros: 10n,
    durationMs: 5,
    ...call,
  }
  await prepareBatch(postgres, [finished])()
  return finished.id
}

/** Parks a call because its usage is implausible. */
export function seedParkedCall(
  postgres: Postgres,
  call: Pick<FinishedCall, 'companyId' | 'keyId'>,
): Promise<string> {
  const usage = { promptTokens: 2_000_000_000, cachedTokens: 0, completionTokens: 50 }
  return seedCall(postgres, { ...call, end: { kind: 'parked', reason: 'usage_impossible', usage } })
}

type SeededDocument = {
  companyId: string
  text: string
  talentId?: string
  warnings?: TextToSave['warnings']
}

/** Creates a CV that was uploaded and read, without its file. */
export async function seedDocument(
  postgres: Postgres,
  { companyId, text, talentId = ids.uuid(), warnings = [] }: SeededDocument,
): Promise<StoredDocument> {
  const queue = createTaskQueue({ postgres, logger, ids, kinds: documentTasks })
  const store = createDocumentStore({ shards: oneShard(postgres), queue })
  const begun = {
    companyId,
    id: ids.uuid(),
    kind: 'CV',
    fileName: 'cv.pdf',
    contentHash: createHash('sha256').update(ids.uuid()).digest(),
    sizeBytes: text.length,
    talentId,
    uploadedBy: null,
  } as const
  const document = await store.begin(begun, { documentsPerDay: 1_000, documentBytesPerDay: 1_000_000_000 })
  await store.finish(document)
  await postgres.transaction((tx) => saveText(tx, document, { text, pages: 1, language: 'en', warnings }))
  return document
}

type SeededMatch = { jobId: string; talentId: string }

/** Creates a talent and a job that match, and matches them as a replica of the generator would. */
export async function seedMatch(
  postgres: Postgres,
  companyId: string,
  texts: { cv?: string; posting?: string } = {},
): Promise<SeededMatch> {
  const talentId = await addTalent(postgres, companyId, {
    title: 'Night nurse',
    skills: ['triage', 'infusions'],
    ...(texts.cv !== undefined && { text: texts.cv }),
  })
  const jobId = await addJob(postgres, companyId, {
    title: 'Night nurse',
    skills: ['triage', 'dialysis'],
    ...(texts.posting !== undefined && { text: texts.posting }),
  })
  await matchAll(postgres)
  return { jobId, talentId }
}

/**
 * Matches everything that is queued, for all companies, without a model unless a judge is given. The generator is stopped
 * afterwards, as it was before.
 */
export async function matchAll(postgres: Postgres, judge: Judge | null = null): Promise<void> {
  const store = createGeneratorStore({ shards: oneShard(postgres), ids })
  await store.start(operator)
  await runUntilIdle(store, { reader: createMatchReader(oneShard(postgres)), judge })
  await store.stop(operator)
}

/** Creates a finished meeting of the company, with an insight that quotes the meeting. */
export async function seedMeeting(
  { database, postgres }: { database: Database; postgres: Postgres },
  {
    companyId,
    ownerEmail,
    room = `room ${companyId}`,
  }: { companyId: string; ownerEmail: string; room?: string },
): Promise<string> {
  await registerRoom(
    { databases: oneShard(database), ids },
    { name: room, companyId, ownerEmail },
    { actor: { kind: 'operator', id: 'test' } },
  )
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [meetingInsightsTask] })
  const timestamp = new Date()
  const lines = [{ timestamp, speaker: 'Ana', text: 'I will call Ion.' }]
  await recordTranscript(postgres, { room, lines })
  const { meeting } = await recordRoomEvent(
    { shards: oneShard(postgres), ids, queues: oneShard(queue) },
    { event: 'room_destroyed', room, timestamp },
    'test',
  )
  const meetingId = meeting?.id ?? ''
  const evidence = [{ line: 1, speaker: 'Ana', spokenAt: timestamp.toISOString(), quote: 'call Ion' }]
  const insights = [{ kind: 'action', text: 'Call Ion.', evidence }]
  await postgres.transaction((tx) =>
    createMeetingStore(oneShard(postgres)).finish(tx, meetingId, {
      status: 'DONE',
      startedAt: null,
      insights,
      lines: 1,
      callIds: [],
    }),
  )
  return meetingId
}

/** Adds a rule that is crossed, evaluates the company and deletes the rule, so that the number of rules stays. */
export async function seedAlert(
  { database, postgres }: { database: Database; postgres: Postgres },
  companyId: string,
  credits: number,
): Promise<void> {
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [sendMailTask] })
  await queue.prepare()
  const threshold = 900_000_000_000_000n + BigInt(credits)
  const rule = { companyId, ruleId: null, kind: 'BALANCE_BELOW', threshold, isMuted: false } as const
  const by = { actor: { kind: 'operator', id: 'test' } } as const
  const ruleId = await setAlertRule({ databases: oneShard(database), ids }, rule, by)
  const deps = { queue, ids, consoleUrl: 'https://console.example' }
  await postgres.transaction((tx) => evaluateCompany(deps, tx, companyId))
  await deleteAlertRule({ databases: oneShard(database), ids }, { companyId, ruleId }, by)
}

/** Writes a notice to the admins of the company. */
export async function seedNotice(
  postgres: Postgres,
  companyId: string,
  key = 'model_work_waits:2026-11',
): Promise<void> {
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [sendMailTask] })
  await postgres.transaction((tx) =>
    writeCompanyNotice({ queue, ids }, tx, {
      companyId,
      key,
      kind: 'model_work_waits',
      details: { allowanceCredits: '50.000000', renewsAt: '2026-12-01T00:00:00.000Z' },
    }),
  )
}
