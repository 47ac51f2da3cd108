// Background tasks that failed permanently, for super admins.
import { replayTasks } from '@gatehouse/companies/replay-tasks'
import type { DeadLetter } from '@gatehouse/tasks/dead-letters'
import { badRequest, unknownId } from '../../graphql-faults.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { inputs, listInput, optionalInput } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

const taskType = defineObject<DeadLetter>(
  'FailedTask',
  'A background task that failed permanently. It is kept until it is replayed; steps it has paid for are not repeated.',
  {
    id: field(shapes.id, (task) => task.id),
    kind: field(shapes.string, (task) => task.kind),
    companyId: field(optional(shapes.id), (task) => task.groupId),
    attempts: field(shapes.int, (task) => task.attempts),
    replays: field(shapes.int, (task) => task.replays),
    code: field(shapes.string, (task) => task.reason?.code ?? 'unknown'),
    message: field(shapes.string, (task) => task.reason?.message ?? 'No reason was recorded.'),
    input: field(shapes.json, (task) => task.input),
    enqueuedAt: field(shapes.time, (task) => task.enqueuedAt),
    failedAt: field(shapes.time, (task) => task.failedAt),
  },
)

const taskPageType = definePage('FailedTaskConnection', 'A page of failed tasks.', taskType)

const filterInputs = { kind: optionalInput(inputs.string), companyId: optionalInput(inputs.id) }

export const taskOperations: readonly Operation[] = [
  defineQuery({
    name: 'tasks',
    description: 'The background tasks that failed permanently, of all companies or one, oldest first.',
    inputs: { ...filterInputs, ...pageInputs },
    returns: taskPageType,
    cost: 20,
    resolve: ({ deps }, { kind, companyId, ...page }) =>
      takePage(page, ({ limit, beforeId: afterId }) =>
        deps.deadLetters.list({ kind: kind ?? undefined, groupId: companyId ?? undefined, afterId, limit }),
      ),
  }),
  defineQuery({
    name: 'task',
    description: 'One background task that failed permanently.',
    inputs: { taskId: inputs.id },
    returns: taskType,
    async resolve({ deps }, { taskId }) {
      const [task] = await deps.deadLetters.list({ ids: [taskId] })
      if (!task) throw unknownId()
      return task
    },
  }),
  defineMutation({
    name: 'replayTasks',
    description:
      'Puts failed tasks back into their queues, at most 100, oldest first, and returns their ids. Select them by id, kind or company.',
    inputs: { taskIds: optionalInput(listInput(inputs.id)), ...filterInputs },
    returns: listOf(shapes.id),
    cost: 50,
    async resolve(context, { taskIds, kind, companyId }) {
      if (taskIds === null && kind === null && companyId === null)
        throw badRequest('Select the tasks by taskIds, kind or companyId.')
      const query = { ids: taskIds ?? undefined, kind: kind ?? undefined, groupId: companyId ?? undefined }
      return replayTasks(context.deps, query, await auditActor(context))
    },
  }),
]
