import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Job } from '../job.ts'
import type { JobCorrections } from '../corrections/job-corrections.ts'
import type { JobFacts } from '../job-facts.ts'
import type { JobMetadata } from '../metadata.ts'
import type { JobPosting } from '../posting.ts'
import type { JobPosition } from '../job-cursor.ts'

export type ActiveJobsQuery = {
  companyId: string
  limit: number
  after?: JobPosition | undefined
  updatedSince?: string | undefined
  /** Prefixes; each must match the start of some word in the title or the text. */
  words?: readonly string[]
}

/** A page of jobs, least recently changed first, limited by number and bytes; `next` is set if there are more. */
export type JobsPage = { jobs: readonly Job[]; next: JobPosition | undefined }

type Row = {
  id: string
  company_id: string
  external_id: string | null
  title: string
  description_text: string
  version: number
  posting: JobPosting | null
  corrections: JobCorrections
  metadata: JobMetadata
  facts: JobFacts | null
  created_at: Date
  updated_at: Date
  published_at: Date | null
  closes_at: Date | null
  position: string
  /** Number of jobs of the page if its bytes were not limited, and one more if others follow. */
  found: number
}

// Bytes of what is stored of a page's jobs, which its last job may exceed. An answer of some hundred kilobytes is usual; a
// hundred jobs with texts of the greatest length have tens of megabytes.
const pageBytesMax = 4 * 1024 * 1024

// The expression of jobs_words_idx. Punctuation is removed, because the parser of Postgres takes C++/Java or Node.js for the
// name of a file or a host, of which only the beginning can be found. `\x3b` is the semicolon.
const jobWords = String.raw`to_tsvector('simple', regexp_replace(j.title || ' ' || j.description_text,
  '[][!"#$%&''()*+,./:\x3b<=>?@\\^_${'`'}{|}~-]+', ' ', 'g'))`

// Positions are in UTC, independent of the session's time zone.
const text = `
  with listed as (
    select j.id, j.company_id, j.external_id, j.title, j.description_text, j.version, j.posting, j.corrections,
           j.metadata, f.facts, j.created_at, j.updated_at, j.published_at, j.closes_at,
           (j.updated_at at time zone 'UTC')::text as position
      from jobs j
      left join job_facts f on f.company_id = j.company_id and f.job_id = j.id
     where j.company_id = $1 and j.status = 'ACTIVE' and (j.closes_at is null or j.closes_at > now())
       and ($2::timestamp is null or (j.updated_at, j.id) > ($2::timestamp at time zone 'UTC', $3::uuid))
       and ($4::timestamptz is null or j.updated_at >= $4::timestamptz)
       and ($5::text is null or ${jobWords} @@ to_tsquery('simple', $5))
     order by j.updated_at, j.id
     limit $6
  ), measured as (
    select l.*, count(*) over ()::integer as found,
           sum(size.bytes) over (order by l.updated_at, l.id) - size.bytes as bytes_before
      from listed l
     cross join lateral (
       select octet_length(concat(l.description_text, l.posting, l.corrections, l.metadata, l.facts)) as bytes
     ) size
  )
  select id, company_id, external_id, title, description_text, version, posting, corrections, metadata, facts,
         created_at, updated_at, published_at, closes_at, position, found
    from measured where bytes_before < $7
   order by updated_at, id`

export async function listActiveJobs(
  postgres: Queryable,
  { companyId, limit, after, updatedSince, words = [] }: ActiveJobsQuery,
): Promise<JobsPage> {
  const query = words.length === 0 ? null : words.map(toPrefix).join(' & ')
  const values = [
    companyId,
    after?.updatedAt ?? null,
    after?.id ?? null,
    updatedSince ?? null,
    query,
    limit + 1,
    pageBytesMax,
  ]
  const { rows } = await postgres.query<Row>({ name: 'list-active-jobs', text, values })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    jobs: page.map(toJob),
    next: last && last.found > page.length ? { updatedAt: last.position, id: last.id } : undefined,
  }
}

/** Quotes the word, so that no character in it acts as a tsquery operator. */
function toPrefix(word: string): string {
  return `'${word.replaceAll(/['\\]/g, ' ')}':*`
}

function toJob(row: Row): Job {
  return {
    id: row.id,
    companyId: row.company_id,
    externalId: row.external_id,
    title: row.title,
    descriptionText: row.description_text,
    version: row.version,
    posting: row.posting,
    corrections: row.corrections,
    metadata: row.metadata,
    facts: row.facts,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    publishedAt: row.published_at,
    closesAt: row.closes_at,
  }
}
