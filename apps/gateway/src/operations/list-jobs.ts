import { readJobCursor, writeJobCursor } from '@gatehouse/jobs/job-cursor'
import type { JobsPage, ActiveJobsQuery } from '@gatehouse/jobs/list-active-jobs'
import { z } from 'zod'
import { parameterInvalid } from '../gateway-faults.ts'
import { jobDocument } from './jobs/job-document.ts'
import { toJobDocument } from './jobs/to-job-document.ts'
import { momentText } from './moment.ts'
import { type Operation, defineOperation } from './operation.ts'

export type ListJobsDeps = { listActiveJobs(question: ActiveJobsQuery): Promise<JobsPage> }

const input = z.object({
  // A query has only text; a tool has numbers.
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('How many jobs at most'),
  cursor: z.string().max(200).optional().describe('The next_cursor of the answer before'),
  updated_since: momentText.optional().describe('Only jobs that changed at this moment or later'),
  q: z.string().max(200).optional().describe('Words; each must begin a word of the title or the text'),
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
    description: 'The active jobs of the company with what they ask for, the last changed last.',
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
  if (!position) throw parameterInvalid('cursor', 'cursor: is none of ours. Use next_cursor as it was given.')
  return position
}

/** What stands between signs that part words in any language. */
function readWords(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
}
