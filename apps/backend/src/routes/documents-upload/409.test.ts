import { requestDeletion } from '@gatehouse/documents/delete-document'
import { documentTasks } from '@gatehouse/documents/document-tasks'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { expect, test } from 'vitest'
import { openUploads } from '../../testing/open-uploads.ts'

test('a document that is being deleted must be uploaded again a minute later', async () => {
  await using uploads = await openUploads()
  const { backend, companyId, upload } = uploads
  const { id } = (await (await upload('Linda Grant, welder')).json()) as { id: string }
  const queue = createTaskQueue({ ...backend.resources, postgres: backend.postgres, kinds: documentTasks })
  await backend.postgres.transaction((tx) => requestDeletion({ queue }, tx, { companyId, id }))
  const response = await upload('Linda Grant, welder')
  expect(response.status).toBe(409)
  expect(response.headers.get('retry-after')).toBe('30')
})
