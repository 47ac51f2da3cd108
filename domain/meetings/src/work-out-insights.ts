// Turns a finished meeting into insights and a mail: transcript → one or more model calls → insights stored with the
// mail. Each step's result is stored before the next step, so a retry resumes where the worker died: each prompt is
// paid for once and one mail is sent.
import { type EnqueueMailDeps, enqueueMail } from '@gatehouse/mail/enqueue-mail'
import { enqueueEvent } from '@gatehouse/outgoing-events/enqueue-event'
import type { ModelClient, ModelQuestion } from '@gatehouse/model-calls/model-client'
import type { Clock } from '@gatehouse/runtime/clock'
import { assert } from '@gatehouse/runtime/assert'
import { Fault } from '@gatehouse/runtime/fault'
import { type RunningTask, type TaskEffect, TaskPostponed } from '@gatehouse/tasks/handle-task'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { z } from 'zod'
import type { Insight } from './insights/insight.ts'
import {
  type TranscriptSlice,
  answerForm,
  composeQuestion,
  halveSlice,
  instructions,
  readInsights,
  splitTranscript,
} from './insights/insights-prompt.ts'
import { verifyInsights } from './insights/verify-insights.ts'
import type { FrozenTranscript, Meeting, MeetingStore } from './meeting.ts'
import type { meetingInsightsTask } from './meeting-insights-task.ts'

export type InsightsDeps = EnqueueMailDeps & {
  store: MeetingStore
  client: ModelClient
  alias: string
  clock: Pick<Clock, 'wallMs'>
  logger: Logger
}

type InsightsTask = RunningTask<(typeof meetingInsightsTask)['input']>

// The transcript may arrive long after the meeting: the task polls for it and gives up after a day.
const lookAgainMs = 5 * 60_000
const transcriptWaitMsMax = 24 * 3_600_000
const outputTokensMax = 6_000
// Sixteenths of a prompt: some 2,500 letters, whose insights fit into an answer many times over.
const halvingsMax = 4

const transcriptStep = z.object({ startedAt: z.iso.datetime().nullable(), lineIds: z.array(z.string()) })
// Steps that an earlier release stored do not say whether the answer is whole.
const answerStep = z.object({ text: z.string(), callId: z.string(), isWhole: z.boolean().default(true) })
type Answer = z.output<typeof answerStep>

export async function workOutInsights(
  deps: InsightsDeps,
  task: InsightsTask,
): Promise<TaskEffect | undefined> {
  const { store } = deps
  const { groupId: companyId, input } = task
  assert(companyId !== undefined, 'the task of a meeting belongs to a company')
  const meeting = await store.readWaiting({ companyId, ...input })
  if (!meeting) return undefined
  const frozen = await task.step('transcript', transcriptStep, async () =>
    toStep(await findTranscript(deps, meeting)),
  )
  const lines = await store.readLines(frozen.lineIds.map(BigInt))
  const startedAt = frozen.startedAt === null ? null : new Date(frozen.startedAt)
  const answers: Answer[] = []
  for (const [index, slice] of splitTranscript(lines).entries()) {
    const part = { meeting, slice, step: `insights-${index + 1}`, halvingsLeft: halvingsMax }
    answers.push(...(await askInParts(deps, task, part)))
  }
  const claims = answers.flatMap(({ text, callId, isWhole }) => {
    const read = readInsights(text)
    if (!read && isWhole)
      deps.logger.warn('model answer contained no insights', { meeting_id: meeting.id, call_id: callId })
    return read ?? []
  })
  const insights = verifyInsights(claims, lines)
  const status = lines.length === 0 ? 'NO_TRANSCRIPT' : 'DONE'
  const callIds = answers.map(({ callId }) => callId).filter((callId) => callId !== '')
  return async (tx) => {
    await store.finish(tx, meeting.id, { status, startedAt, insights, lines: lines.length, callIds })
    const { id: meetingId, companyId } = meeting
    if (insights.length > 0)
      await enqueueEvent(deps.ids, tx, { companyId, type: 'meeting.insights', data: { meetingId } })
    // An empty mail would be worse than none.
    const mail = insights.length > 0 && composeMail(meeting, insights)
    if (mail) await enqueueMail(deps, tx, mail)
    return { insights: insights.length }
  }
}

async function findTranscript({ store, clock }: InsightsDeps, meeting: Meeting): Promise<FrozenTranscript> {
  const found = await store.findTranscript(meeting)
  const isLate = clock.wallMs() - meeting.endedAt.getTime() > transcriptWaitMsMax
  if (found.lineIds.length === 0 && !isLate)
    throw new TaskPostponed('the transcript has not arrived yet', lookAgainMs)
  return found
}

function toStep({ startedAt, lineIds }: FrozenTranscript): z.output<typeof transcriptStep> {
  return { startedAt: startedAt?.toISOString() ?? null, lineIds: lineIds.map(String) }
}

type Part = {
  meeting: Meeting
  slice: TranscriptSlice
  step: string
  halvingsLeft: number
  /** Whether this is a half of a part whose answer had no text. */
  isAfterEmpty?: boolean
}

/**
 * An answer that the output limit cut off cannot be read, and the same question would be cut off again, so its part of the
 * meeting is asked about in halves. The answer is returned too, because it was paid for. A model that used up the limit
 * before the first letter may do so for any part, so only one halving is tried.
 */
async function askInParts(deps: InsightsDeps, task: InsightsTask, part: Part): Promise<Answer[]> {
  const { meeting, slice, step, halvingsLeft, isAfterEmpty = false } = part
  const answer = await task.step(step, answerStep, (idempotencyKey) =>
    ask(deps, { meeting, slice, idempotencyKey, signal: task.signal }),
  )
  if (answer.isWhole || readInsights(answer.text)) return [answer]
  const isEmpty = answer.text.trim() === ''
  const halves = halvingsLeft > 0 && !(isEmpty && isAfterEmpty) ? halveSlice(slice) : undefined
  if (!halves) {
    deps.logger.warn('model answer about a meeting was cut off', {
      meeting_id: meeting.id,
      call_id: answer.callId,
    })
    return [answer]
  }
  const answers = [answer]
  for (const [index, half] of halves.entries()) {
    const next = { meeting, slice: half, step: `${step}-${index + 1}`, halvingsLeft: halvingsLeft - 1 }
    answers.push(...(await askInParts(deps, task, { ...next, isAfterEmpty: isEmpty })))
  }
  return answers
}

type Asked = { meeting: Meeting; slice: TranscriptSlice; idempotencyKey: string; signal: AbortSignal }

async function ask(
  { client, alias }: InsightsDeps,
  { meeting, slice, idempotencyKey, signal }: Asked,
): Promise<Answer> {
  const question: ModelQuestion = {
    alias,
    companyId: meeting.companyId,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: composeQuestion(slice) },
    ],
    form: answerForm,
    outputTokensMax,
    idempotencyKey,
    signal,
  }
  try {
    const { text, callId, isWhole } = await client.ask(question)
    return { text, callId, isWhole }
  } catch (thrown) {
    // The same prompt would be refused again, so this part of the meeting gives no insights.
    if (thrown instanceof Fault && thrown.kind === 'invalid')
      return { text: '', callId: paidCallOf(thrown), isWhole: true }
    throw thrown
  }
}

/** Returns the id of a paid call: an answer without text is charged like any other, a refusal is not. */
function paidCallOf({ code, context }: Fault): string {
  const callId = code === 'model_calls.no_text' ? context['call_id'] : undefined
  return typeof callId === 'string' ? callId : ''
}

/** Returns undefined if the owner has left the company, because a former member may no longer read its meetings. */
function composeMail({ id, companyId, room, endedAt, ownerEmail }: Meeting, insights: readonly Insight[]) {
  if (ownerEmail === null) return undefined
  return {
    key: `meeting-insights:${id}`,
    companyId,
    to: ownerEmail,
    template: 'meeting-insights',
    values: {
      room,
      endedAt: `${endedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      insights: insights.map(({ text, evidence }) => ({ text, quote: evidence[0]?.quote ?? '' })),
    },
  } as const
}
