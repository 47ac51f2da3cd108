// Claims of domains that wait for the decision of a super admin.
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'

/** `isConfirmedElsewhere`: another company has this domain and would have to release it first. */
export type PendingDomain = { domain: string; claimedAt: Date; isConfirmedElsewhere: boolean }

/** The claims of one company, whose id this is. */
export type PendingClaims = { id: string; companyName: string; domains: readonly PendingDomain[] }

type Row = Omit<PendingClaims, 'domains'> & {
  domains: (Omit<PendingDomain, 'claimedAt'> & { claimedAt: string })[]
}

/** Newest company first: ids sort by time. */
export async function listPendingClaims(
  database: Database,
  { limit, beforeId }: { limit: number; beforeId?: string | undefined },
): Promise<PendingClaims[]> {
  const { rows } = await sql<Row>`
    select c.id, c.name as "companyName",
           json_agg(json_build_object(
             'domain', d.domain, 'claimedAt', d.claimed_at,
             'isConfirmedElsewhere', exists (
               select from sso_domains other where other.domain = d.domain and other.confirmed_at is not null))
             order by d.claimed_at, d.domain) as domains
      from sso_domains d join companies c on c.id = d.company_id
     where d.confirmed_at is null
       and (${beforeId ?? null}::uuid is null or d.company_id < ${beforeId ?? null}::uuid)
     group by c.id order by c.id desc limit ${limit}`.execute(database)
  return rows.map(({ id, companyName, domains }) => ({
    id,
    companyName,
    domains: domains.map(({ domain, claimedAt, isConfirmedElsewhere }) => ({
      domain,
      claimedAt: new Date(claimedAt),
      isConfirmedElsewhere,
    })),
  }))
}
