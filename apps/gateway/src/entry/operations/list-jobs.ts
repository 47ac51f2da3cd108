import { readJobCursor, writeJobCursor } from '@gatehouse/jobs/job-cursor'
import type { JobsPage, ActiveJobsQuery } from '@gatehouse/jobs/list-active-jobs'
import { z } from 'zod'
import { parameterInvalid } from '../../gateway-faults.ts'
import { jobDocument } from './jobs/job-document.ts'
import { toJobDocument } from './jobs/to-job-document.ts'
import { type Operation, timestampText, defineOperation } from './operation.ts'

export type ListJobsDeps = { listActiveJobs(question: ActiveJobsQuery): Promise<JobsPage> }

const input = z.object({
  // Query parameters are strings; tool arguments are numbers.
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Maximum number of jobs'),
  cursor: z.string().max(200).optional().describe('The next_cursor of the previous answer'),
  updated_since: timestampText.optional().describe('Only jobs that changed at this time or later'),
  q: z
    .string()
    .max(200)
    .optional()
    .describe('Search words; each must be the prefix of a word in the title or text'),
})

const output = z.object({
  object: z.literal('list'),
  data: z.array(jobDocument),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
})

export function listJobs({ listActiveJobs }: ListJobsDeps): Operation {
  return defineOperation({
    name: 'list_jobs',
    title: 'List jobs',
    description:
      'The active jobs of the company with their requirements, in order of last change, oldest first.',
    rest: { method: 'GET', path: '/jobs' },
    scope: 'jobs:read',
    isBillable: false,
    capabilities: [],
    input,
    output,
    async run({ limit, cursor, updated_since, q }, { key }) {
      const { jobs, next } = await listActiveJobs({
        companyId: key.companyId,
        limit,
        after: cursor === undefined ? undefined : readPosition(cursor),
        updatedSince: updated_since,
        words: readWords(q ?? ''),
      })
      const body: z.input<typeof output> = {
        object: 'list',
        data: jobs.map(toJobDocument),
        has_more: next !== undefined,
        next_cursor: next ? writeJobCursor(next) : null,
      }
      return { body }
    },
  })
}

function readPosition(cursor: string) {
  const position = readJobCursor(cursor)
  if (!position)
    throw parameterInvalid('cursor', 'cursor: is not valid. Use the next_cursor of an answer unchanged.')
  return position
}

/** Splits at everything that is not a letter, mark or digit in any script. */
function readWords(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
}
