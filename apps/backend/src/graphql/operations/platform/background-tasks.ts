// The background work of a company: reading documents and jobs, and working out the insights of meetings.
import {
  type CancelDeps,
  type MarkSubject,
  cancelBackgroundTask,
  resumeBackgroundTask,
} from '@gatehouse/companies/cancel-background-task'
import { replayTasks } from '@gatehouse/companies/replay-tasks'
import { setCancelledTask as markDocument } from '@gatehouse/documents/advance-document'
import { deleteDocumentTask, parseCvTask, readDocumentTask } from '@gatehouse/documents/document-tasks'
import { parseJobTask } from '@gatehouse/jobs/parse-job-task'
import { setCancelledTask as markJob } from '@gatehouse/jobs/save-jobs'
import { setCancelledTask as markMeeting } from '@gatehouse/meetings/list-meetings'
import { meetingInsightsTask } from '@gatehouse/meetings/meeting-insights-task'
import { type ListedTask, listTasks, readTask, taskStates } from '@gatehouse/tasks/list-tasks'
import { unknownId } from '../../graphql-faults.ts'
import type { OperationDeps } from '../../operation-context.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { definePage, takePage } from '../../schema/page.ts'
import { defineObject, enumeration, field, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

const markOfDocument: MarkSubject = (tx, { companyId, input }, taskId) =>
  markDocument(tx, { companyId, id: readDocumentTask.input.parse(input).documentId }, taskId)

/** The kinds of a company's tasks, each with what shows its cancellation. */
const subjects: CancelDeps['subjects'] = {
  [readDocumentTask.name]: markOfDocument,
  [parseCvTask.name]: markOfDocument,
  // The text is deleted when the deletion is requested, so there is no document to return to.
  [deleteDocumentTask.name]: undefined,
  [parseJobTask.name]: (tx, { companyId, input }, taskId) =>
    markJob(tx, { companyId, id: parseJobTask.input.parse(input).jobId }, taskId),
  [meetingInsightsTask.name]: (tx, { companyId, input }, taskId) =>
    markMeeting(tx, { companyId, meetingId: meetingInsightsTask.input.parse(input).meetingId }, taskId),
}

const kinds = Object.keys(subjects)

const stateType = enumeration(
  'BackgroundTaskState',
  'WAITING: not begun, or to be tried again. FAILED and CANCELLED: not tried again unless an admin asks for it.',
  taskStates,
)

const subjectKinds = ['document', 'job', 'meeting'] as const

/** The object that a task works on: its input names it as `documentId`, `jobId` or `meetingId`. */
function subjectOf({ input }: ListedTask): { kind: string; id: string } | undefined {
  const named = input as Readonly<Record<string, unknown>> | null
  return subjectKinds
    .map((kind) => ({ kind, id: named?.[`${kind}Id`] }))
    .find(
      (subject): subject is { kind: (typeof subjectKinds)[number]; id: string } =>
        typeof subject.id === 'string',
    )
}

/** Messages of unforeseen errors, and those of the task engine, are for operators. */
function lastErrorOf({ reason }: ListedTask): string | null {
  if (reason === null) return null
  if (reason.code === 'tasks.expired') return 'The work did not end in time, so it was stopped.'
  return reason.code.startsWith('internal.') ? 'Something went wrong on our side.' : reason.message
}

const taskType = defineObject<ListedTask>(
  'BackgroundTask',
  'Work that the platform does for the company in the background, on a document, a job or a meeting.',
  {
    id: field(shapes.id, (task) => task.taskId),
    kind: field(shapes.string, (task) => task.kind),
    subjectKind: field(optional(shapes.string), (task) => subjectOf(task)?.kind ?? null),
    subjectId: field(optional(shapes.id), (task) => subjectOf(task)?.id ?? null),
    state: field(stateType, (task) => task.state),
    step: field(optional(shapes.string), (task) => task.step),
    attempts: field(shapes.int, (task) => task.attempts),
    nextTryAt: field(optional(shapes.time), (task) => task.nextTryAt),
    lastError: field(optional(shapes.string), lastErrorOf),
    enqueuedAt: field(shapes.time, (task) => task.enqueuedAt),
  },
)

const taskPageType = definePage('BackgroundTaskConnection', 'A page of background tasks.', taskType)

type TaskName = { companyId: string; taskId: string }

async function requireTask(
  { databases }: OperationDeps,
  { companyId, taskId }: TaskName,
): Promise<ListedTask> {
  const task = await readTask(databases.of(companyId), { groupId: companyId, kinds, taskId })
  if (!task) throw unknownId()
  return task
}

export const backgroundTaskOperations: readonly Operation[] = [
  defineQuery({
    name: 'backgroundTasks',
    description:
      'The background tasks of the company that wait, run or have failed, newest first. Finished and cancelled tasks are not listed; ' +
      'a document, job or meeting names its cancelled task. With subjectId those that work on this document, job or meeting.',
    inputs: {
      companyId: inputs.id,
      state: optionalInput(enumInput(stateType)),
      subjectId: optionalInput(inputs.string),
      first: optionalInput(inputs.int),
      after: optionalInput(inputs.string),
    },
    returns: taskPageType,
    cost: 50,
    resolve({ deps }, { companyId, state, subjectId, ...page }) {
      const filter = { state: state ?? undefined, inputValue: subjectId ?? undefined }
      return takePage(page, ({ limit, beforeId: after }) =>
        listTasks(deps.databases.of(companyId), { groupId: companyId, kinds, ...filter, limit, after }),
      )
    },
  }),
  defineQuery({
    name: 'backgroundTask',
    description: 'One background task of the company, for some days also after it is done.',
    inputs: { companyId: inputs.id, taskId: inputs.id },
    returns: taskType,
    cost: 20,
    resolve: ({ deps }, name) => requireTask(deps, name),
  }),
  defineMutation({
    name: 'retryBackgroundTask',
    description:
      'Tries a failed or cancelled task again. Steps that are done are not repeated. A task that waits, runs or is done stays as it is.',
    inputs: { companyId: inputs.id, taskId: inputs.id },
    returns: taskType,
    cost: 50,
    async resolve(context, { companyId, taskId }) {
      await requireTask(context.deps, { companyId, taskId })
      const by = await auditActor(context)
      const isResumed = await resumeBackgroundTask({ ...context.deps, subjects }, { companyId, taskId }, by)
      if (!isResumed) await replayTasks(context.deps, { groupId: companyId, ids: [taskId] }, by)
      return requireTask(context.deps, { companyId, taskId })
    },
  }),
  defineMutation({
    name: 'cancelBackgroundTask',
    description:
      'Cancels a task that waits or runs; a running one stops within seconds and has no effect. Its document, job or meeting names it in ' +
      'cancelledTaskId until retryBackgroundTask, for 90 days. A task that has ended, and a deletion, are refused with CONFLICT. Idempotent.',
    inputs: { companyId: inputs.id, taskId: inputs.id },
    returns: taskType,
    cost: 50,
    async resolve(context, name) {
      await cancelBackgroundTask({ ...context.deps, subjects }, name, await auditActor(context))
      return requireTask(context.deps, name)
    },
  }),
]
