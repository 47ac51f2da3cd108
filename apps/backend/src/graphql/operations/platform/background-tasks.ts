// The background work of a company: reading documents and jobs, and working out the insights of meetings.
import { replayTasks } from '@gatehouse/companies/replay-tasks'
import { documentTasks } from '@gatehouse/documents/document-tasks'
import { parseJobTask } from '@gatehouse/jobs/parse-job-task'
import { meetingInsightsTask } from '@gatehouse/meetings/meeting-insights-task'
import { type ListedTask, listTasks, readTask, taskStates } from '@gatehouse/tasks/list-tasks'
import { unknownId } from '../../graphql-faults.ts'
import type { OperationDeps } from '../../operation-context.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { definePage, takePage } from '../../schema/page.ts'
import { defineObject, enumeration, field, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

const kinds = [...documentTasks, parseJobTask, meetingInsightsTask].map(({ name }) => name)

const stateType = enumeration(
  'BackgroundTaskState',
  'WAITING: not begun, or to be tried again. FAILED: not tried again unless an admin asks for it.',
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

/** Messages of unforeseen errors are for operators. */
function lastErrorOf({ reason }: ListedTask): string | null {
  if (reason === null) return null
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
  { database }: OperationDeps,
  { companyId, taskId }: TaskName,
): Promise<ListedTask> {
  const task = await readTask(database, { groupId: companyId, kinds, taskId })
  if (!task) throw unknownId()
  return task
}

export const backgroundTaskOperations: readonly Operation[] = [
  defineQuery({
    name: 'backgroundTasks',
    description:
      'The background tasks of the company that wait, run or have failed, newest first. Finished tasks are not listed.',
    inputs: {
      companyId: inputs.id,
      state: optionalInput(enumInput(stateType)),
      first: optionalInput(inputs.int),
      after: optionalInput(inputs.string),
    },
    returns: taskPageType,
    cost: 50,
    resolve: ({ deps }, { companyId, state, ...page }) =>
      takePage(page, ({ limit, beforeId: after }) =>
        listTasks(deps.database, { groupId: companyId, kinds, state: state ?? undefined, limit, after }),
      ),
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
      'Tries a failed task again. Steps that are done are not repeated. A task that has not failed stays as it is.',
    inputs: { companyId: inputs.id, taskId: inputs.id },
    returns: taskType,
    cost: 50,
    async resolve(context, { companyId, taskId }) {
      await requireTask(context.deps, { companyId, taskId })
      await replayTasks(context.deps, { groupId: companyId, ids: [taskId] }, await auditActor(context))
      return requireTask(context.deps, { companyId, taskId })
    },
  }),
]
