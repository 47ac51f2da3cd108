// Finds the object that has an id. An id is unique, so at most a few rows are read, each by a primary key.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { FindScope, Found } from './found.ts'

const ofMembers = `
  select 'JOB' as kind, id, company_id as "companyId", title, status::text as detail
    from jobs where company_id = any ($1::uuid[]) and id = $3
  union all
  select 'TALENT', id, company_id, coalesce(name, id::text), null
    from talents where company_id = any ($1::uuid[]) and id = $3
  union all
  select 'DOCUMENT', id, company_id, file_name, status::text
    from documents where company_id = any ($1::uuid[]) and id = $3 and status <> 'DELETING'
  union all
  select 'MEETING', id, company_id, room, status::text
    from meetings where id = $3 and company_id = any ($1::uuid[])`

const ofAdmins = `
  select 'KEY', id, company_id, name, '…' || hint
    from api_keys where id = $3 and company_id = any ($2::uuid[])
  union all
  select 'MEMBER', m.user_id, m.company_id, u.email, m.role::text
    from memberships m join users u on u.id = m.user_id
   where m.company_id = any ($2::uuid[]) and m.user_id = $3
  union all
  select 'CALL', id, company_id, alias, status::text
    from calls where id = $3 and company_id = any ($2::uuid[])
  union all
  select 'PURCHASE', id, company_id, id::text, status::text
    from credit_pack_purchases where id = $3 and company_id = any ($2::uuid[])
  union all
  select 'INVOICE', id, company_id, coalesce(number, id::text), status::text
    from invoices where id = $3 and company_id = any ($2::uuid[])`

/** An object of another company is not found, as one that does not exist. */
export async function findById(
  connection: Queryable,
  { readable, administered }: FindScope,
  id: string,
): Promise<Found[]> {
  const { rows } = await connection.query<Found>(`${ofMembers} union all ${ofAdmins}`, [
    [...readable],
    [...administered],
    id,
  ])
  return rows
}

/** Reads which company owns the object, so that super admins find it without knowing the company. */
export async function findOwners(connection: Queryable, id: string): Promise<string[]> {
  const { rows } = await connection.query<{ companyId: string }>(
    `select company_id as "companyId" from calls where id = $1
     union select company_id from api_keys where id = $1
     union select company_id from meetings where id = $1
     union select company_id from credit_pack_purchases where id = $1
     union select company_id from invoices where id = $1
     union (select company_id from memberships where user_id = $1 limit 5)`,
    [id],
  )
  return rows.map(({ companyId }) => companyId)
}

export async function findCompanyById(
  connection: Queryable,
  companyIds: readonly string[] | 'all',
  id: string,
): Promise<Found[]> {
  const { rows } = await connection.query<Found>(
    `select 'COMPANY' as kind, id, id as "companyId", name as title, billing_mode::text as detail
       from companies where id = $2 and ($1::uuid[] is null or id = any ($1))`,
    [companyIds === 'all' ? null : [...companyIds], id],
  )
  return rows
}
