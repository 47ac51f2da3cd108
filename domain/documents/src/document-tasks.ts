// Background tasks for documents. Each task carries its company, so that companies take turns.
import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

const documentInput = z.object({ companyId: z.uuid(), documentId: z.uuid() })

/** Turns bytes into text, language and search index; a CV continues with `parse-cv`. */
export const readDocumentTask = defineTask({ name: 'read-document', input: documentInput })

/** Turns the text of a CV into the facts of its talent. */
export const parseCvTask = defineTask({
  name: 'parse-cv',
  input: documentInput,
  // Retries for about a day, so that a CV survives an outage of the model.
  attemptsMax: 80,
  retrySecondsMax: 1_800,
  timeLimitMs: 300_000,
})

/** Deletes the object, then the row. Retried until it succeeds, because the user was promised the deletion. */
export const deleteDocumentTask = defineTask({
  name: 'delete-document',
  input: documentInput,
  attemptsMax: 100,
  retrySecondsMax: 3_600,
})

/** Finds uploads that were never finished and requests their deletion. */
export const sweepUploadsTask = defineTask({
  name: 'sweep-uploads',
  input: z.object({}),
  schedule: { cron: '47 * * * *', input: {} },
})

/** Task kinds that uploading and deleting enqueue. */
export const documentTasks = [readDocumentTask, parseCvTask, deleteDocumentTask] as const
