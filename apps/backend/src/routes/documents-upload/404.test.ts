import { randomUUID } from 'node:crypto'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { expect, test } from 'vitest'
import { openUploads } from '../../testing/open-uploads.ts'

test('a company of others, and one that does not exist, are the same to the caller', async () => {
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
