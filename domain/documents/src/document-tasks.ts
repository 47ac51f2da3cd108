// What is done with documents in the background. Each task belongs to its company, so that companies take turns.
import { defineTask } from '@gatehouse/tasks/define-task'
import { z } from 'zod'

const documentInput = z.object({ companyId: z.uuid(), documentId: z.uuid() })

/** Bytes to text, language and index; a CV goes on to `parse-cv`. */
export const readDocumentTask = defineTask({ name: 'read-document', input: documentInput })

/** The text of a CV to the facts of its talent. */
export const parseCvTask = defineTask({
  name: 'parse-cv',
  input: documentInput,
  // About a day: while the model is away a CV waits.
  attemptsMax: 80,
  retrySecondsMax: 1_800,
  timeLimitMs: 300_000,
})

/** Takes the object away, then the row. Tried until it works: a deletion that is given up would be a lie. */
export const deleteDocumentTask = defineTask({
  name: 'delete-document',
  input: documentInput,
  attemptsMax: 100,
  retrySecondsMax: 3_600,
})

/** Finds uploads that nobody finished, and has them deleted. */
export const sweepUploadsTask = defineTask({
  name: 'sweep-uploads',
  input: z.object({}),
  schedule: { cron: '47 * * * *', input: {} },
})

/** For whoever uploads and deletes. */
export const documentTasks = [readDocumentTask, parseCvTask, deleteDocumentTask] as const
