// Publishes that the background work of a company went on, so that open pages read it again.
import type { ChangeTopic, PublishCompanyEvent } from '@gatehouse/companies/company-event'
import { deleteDocumentTask, parseCvTask, readDocumentTask } from '@gatehouse/documents/document-tasks'
import { parseJobTask } from '@gatehouse/jobs/parse-job-task'
import { meetingInsightsTask } from '@gatehouse/meetings/meeting-insights-task'
import type { TaskWorkerOptions } from '@gatehouse/tasks/create-task-worker'

type AttemptEnd = Parameters<NonNullable<TaskWorkerOptions['onAttemptEnd']>>[0]

/** What a finished task of each kind has changed. Other kinds are the platform's own. */
const changesOf: Readonly<Record<string, readonly ChangeTopic[]>> = {
  [readDocumentTask.name]: ['DOCUMENTS', 'TALENTS'],
  [parseCvTask.name]: ['DOCUMENTS', 'TALENTS'],
  [deleteDocumentTask.name]: ['DOCUMENTS'],
  [parseJobTask.name]: ['JOBS'],
  [meetingInsightsTask.name]: ['MEETINGS'],
}

export function announceTask(publish: PublishCompanyEvent, { kind, outcome, groupId }: AttemptEnd): void {
  const changes = changesOf[kind]
  if (!changes || groupId === undefined) return
  publish(groupId, 'TASKS')
  if (outcome === 'done') for (const topic of changes) publish(groupId, topic)
}
