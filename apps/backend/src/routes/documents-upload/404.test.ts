import { randomUUID } from 'node:crypto'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { expect, test } from 'vitest'
import { openUploads } from '../../testing/open-uploads.ts'

test('another company and a company that does not exist get the same error', async () => {
  await using uploads = await openUploads()
  const others = await addCompany(uploads.backend.database, 0n)
  const answers = await Promise.all(
    [others, randomUUID()].map((companyId) =>
      uploads.upload('Linda Grant, welder', { query: { companyId } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect(uploads.sim.requests()).toBe(0)
})
