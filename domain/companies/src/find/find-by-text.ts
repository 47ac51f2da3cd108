// Finds objects by the first letters of their names. Jobs, talents and documents, of which a company may have any
// number, are found by indexes on these letters. Keys and members are searched among a bounded number of the company's.
import { escapePattern } from '@gatehouse/postgres/contains-pattern'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { type FindScope, type Found, foundPerKindMax } from './found.ts'

// Reading this many rows takes some milliseconds.
const searchedMax = 10_000

const byText = `
  (select 'JOB' as kind, id, company_id as "companyId", title, status::text as detail
     from jobs where company_id = any ($1::uuid[]) and lower(title) like $3 limit ${foundPerKindMax})
  union all
  (select 'TALENT', id, company_id, name, null
     from talents where company_id = any ($1::uuid[]) and lower(name) like $3 limit ${foundPerKindMax})
  union all
  (select 'DOCUMENT', id, company_id, file_name, status::text
     from documents where company_id = any ($1::uuid[]) and lower(file_name) like $3 and status <> 'DELETING'
    limit ${foundPerKindMax})
  union all
  (select 'KEY', id, company_id, name, '…' || hint
     from (select id, company_id, name, hint from api_keys
            where company_id = any ($2::uuid[]) order by company_id, id desc limit ${searchedMax}) keys
    where lower(name) like $3 or hint = $4 limit ${foundPerKindMax})
  union all
  (select 'MEMBER', members.user_id, members.company_id, u.email, members.role::text
     from (select company_id, user_id, role from memberships
            where company_id = any ($2::uuid[]) limit ${searchedMax}) members
     join users u on u.id = members.user_id
    where lower(u.email) like $3 limit ${foundPerKindMax})`

/** `text` must not be empty. A key is also found by its hint, the last four characters of the raw key. */
export async function findByText(
  connection: Queryable,
  { readable, administered }: FindScope,
  text: string,
): Promise<Found[]> {
  const pattern = `${escapePattern(text.toLowerCase())}%`
  const { rows } = await connection.query<Found>(byText, [[...readable], [...administered], pattern, text])
  return rows
}

/** Finds companies by the first letters of their names: all of them, or some. */
export async function findCompaniesByText(
  connection: Queryable,
  companyIds: readonly string[] | 'all',
  text: string,
): Promise<Found[]> {
  const { rows } = await connection.query<Found>(
    `select 'COMPANY' as kind, id, id as "companyId", name as title, billing_mode::text as detail
       from companies where ($1::uuid[] is null or id = any ($1)) and lower(name) like $2
      order by id desc limit ${foundPerKindMax}`,
    [companyIds === 'all' ? null : [...companyIds], `${escapePattern(text.toLowerCase())}%`],
  )
  return rows
}
