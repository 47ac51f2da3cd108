// Two endpoints of the demo company that receive events: one that works, apart from an hour in which it answered with an
// error, and one whose receiver is gone, so that its deliveries were given up and it was disabled.
import { demoCompany } from '@gatehouse/companies/seed-demo-company'
import { defaultLimits } from '@gatehouse/outgoing-events/create-event-sender'
import { claimDeliveries } from '@gatehouse/outgoing-events/claim-deliveries'
import { enqueueEvent } from '@gatehouse/outgoing-events/enqueue-event'
import { createJudgeAddress } from '@gatehouse/outgoing-events/judge-address'
import { createEndpoint } from '@gatehouse/outgoing-events/manage-endpoints'
import { type AttemptOutcome, recordAttempt } from '@gatehouse/outgoing-events/record-attempt'
import { retryDelayMs } from '@gatehouse/outgoing-events/retry-schedule'
import { createEventSeal } from '@gatehouse/outgoing-events/seal-event-secret'
import { oneShard } from '@gatehouse/postgres/shards'
import type { Ids } from '@gatehouse/runtime/ids'
import type { NamedSecrets } from '@gatehouse/runtime/named-secrets'
import { randomFillSync } from 'node:crypto'
import type { DemoActor, DemoDeps } from '../demo-deps.ts'
import { moveToIds } from '../move-to-ids.ts'
import { createTimeline, dayMs, weekdayAgo } from '../timeline.ts'

const { companyId } = demoCompany
const working = 'https://hooks.demo.example/gatehouse'
const gone = 'https://reports.demo.example/events'
const withoutJitter = () => 0

export async function seedEvents(
  deps: DemoDeps,
  { admin, secrets }: { admin: DemoActor; secrets: NamedSecrets },
): Promise<void> {
  const { database, postgres, nowMs } = deps
  const timeline = createTimeline(weekdayAgo(nowMs, 12, 9))
  const endpointDeps = {
    databases: oneShard(database),
    ids: timeline.ids,
    fillRandom: randomFillSync,
    eventSeal: createEventSeal({ secrets, fillRandom: randomFillSync }),
    judgeAddress: createJudgeAddress([]),
  }
  for (const [url, description, eventTypes] of [
    [working, 'Applicant tracking', ['document.parsed', 'document.refused']],
    [gone, 'Former reporting', ['document.refused']],
  ] as const)
    await createEndpoint(endpointDeps, { companyId, url, description, eventTypes: [...eventTypes] }, admin)
  const documents = await database
    .selectFrom('documents')
    .select(['id', 'talent_id', 'status'])
    .where('company_id', '=', companyId)
    .orderBy('status', 'desc')
    .orderBy('id')
    .limit(11)
    .execute()
  for (const [number, { id: documentId, talent_id: talentId, status }] of documents.entries()) {
    timeline.moveTo(nowMs - 11 * dayMs + number * 9 * 3_600_000)
    await enqueueEvent(timeline.ids, postgres, {
      companyId,
      ...(status === 'REFUSED'
        ? { type: 'document.refused', data: { documentId, reason: 'no_text' } }
        : { type: 'document.parsed', data: { documentId, talentId } }),
    })
  }
  // Attempts have the times of their events, so these are moved first.
  await moveToIds(postgres, [companyId], ['outgoing_events', 'event_deliveries', 'event_endpoints'])
  await attemptAll(deps, timeline.ids)
}

/** Attempts what is due until nothing is, as the sender does, with the answers that the receivers are meant to give. */
async function attemptAll({ database, postgres, nowMs }: DemoDeps, ids: Ids): Promise<void> {
  const record = { database, ids, random: withoutJitter, onDisabled: () => Promise.resolve() }
  const nextAtMs = new Map<string, number>()
  const claim = () =>
    claimDeliveries(postgres, {
      claimId: ids.uuid(),
      // Deliveries are due when they are written, which is after the end of the history.
      nowMs: nowMs + dayMs,
      leaseMs: 60_000,
      held: [],
      limits: defaultLimits,
    })
  for (let due = await claim(); due.length > 0; due = await claim()) {
    for (const claimed of due) {
      const startedAtMs = nextAtMs.get(claimed.id) ?? claimed.event.createdAt.getTime() + 400
      const number = Math.round((claimed.event.createdAt.getTime() - nowMs) / (9 * 3_600_000))
      const outcome = answer(claimed, { startedAtMs, failures: number % 4 === 0 ? 2 : 0 })
      await recordAttempt(record, claimed, outcome)
      const delayMs = retryDelayMs(claimed.attempts + 1, withoutJitter()) ?? 0
      nextAtMs.set(claimed.id, startedAtMs + outcome.durationMs + delayMs)
    }
  }
}

/** `failures`: the attempts at which the receiver that works answers with an error. */
function answer(
  { url, attempts }: { url: string; attempts: number },
  { startedAtMs, failures }: { startedAtMs: number; failures: number },
): AttemptOutcome {
  if (url === gone) {
    const error = 'The receiver did not answer within 10 seconds.'
    return { startedAtMs, durationMs: 10_000, statusCode: null, error }
  }
  return attempts < failures
    ? { startedAtMs, durationMs: 212, statusCode: 503, error: 'The receiver answered 503.' }
    : { startedAtMs, durationMs: 84, statusCode: 204, error: null }
}
