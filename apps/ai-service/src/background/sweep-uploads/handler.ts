import { sweepUploads } from '@gatehouse/documents/delete-document'
import { sweepUploadsTask } from '@gatehouse/documents/document-tasks'
import type { TaskQueue } from '@gatehouse/tasks/create-task-queue'
import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'

export function sweepUploadsHandler(deps: { queue: TaskQueue }): HandledKind {
  return handleTask(sweepUploadsTask, {
    concurrencyMax: 1,
    async work() {
      await deps.queue.prepare()
      return (tx) => sweepUploads(deps, tx)
    },
  })
}
