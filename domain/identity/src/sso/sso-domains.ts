// The e-mail domains of a company. An admin claims a domain; a super admin, who has checked that the company owns it,
// confirms it. Only confirmed domains have an effect.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { lockCompany } from '@gatehouse/schema/limit-rows'
import { sql } from 'kysely'
import { domainTaken, invalidDomain, tooManyDomains, unknownDomain } from './sso-faults.ts'

export type DomainDeps = { database: Database; ids: Ids }
export type CompanyDomain = { companyId: string; domain: string }
type DomainAction = 'claim' | 'confirm' | 'release'
export type ListedDomain = { domain: string; claimedAt: Date; confirmedAt: Date | null }

const shape = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

export function readDomain(given: string): string {
  const domain = given.trim().toLowerCase()
  if (!shape.test(domain)) throw invalidDomain()
  return domain
}

/** The domain of a valid e-mail address. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** A limit against abuse. */
const domainsMax = 50

/** Does nothing if the company has claimed the domain before. */
export async function claimDomain(
  { database, ids }: DomainDeps,
  given: CompanyDomain,
  by: AuditActor,
): Promise<void> {
  const claim = { companyId: given.companyId, domain: readDomain(given.domain) }
  await database.transaction().execute(async (tx) => {
    await lockCompany(tx, claim.companyId)
    const others = (await listDomains(tx, claim.companyId)).filter(({ domain }) => domain !== claim.domain)
    if (others.length >= domainsMax) throw tooManyDomains(domainsMax)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('sso_domains')
      .values({ company_id: claim.companyId, domain: claim.domain })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 1n) await record({ ids, tx }, { ...claim, action: 'claim' }, by)
  })
}

/** For super admins. Throws if the domain is confirmed for another company. */
export function confirmDomain(deps: DomainDeps, given: CompanyDomain, by: AuditActor): Promise<void> {
  return changeClaim(deps, { ...given, action: 'confirm', by }, async (tx, { companyId, domain }) =>
    tx
      .updateTable('sso_domains')
      .set({ confirmed_at: sql`coalesce(confirmed_at, now())` })
      .where('company_id', '=', companyId)
      .where('domain', '=', domain)
      .returning('domain')
      .executeTakeFirst()
      .catch((thrown: unknown) => {
        throw constraintFault(thrown, { sso_domains_confirmed_key: domainTaken })
      }),
  )
}

export function releaseDomain(deps: DomainDeps, given: CompanyDomain, by: AuditActor): Promise<void> {
  return changeClaim(deps, { ...given, action: 'release', by }, (tx, { companyId, domain }) =>
    tx
      .deleteFrom('sso_domains')
      .where('company_id', '=', companyId)
      .where('domain', '=', domain)
      .returning('domain')
      .executeTakeFirst(),
  )
}

/** Throws if the company has not claimed the domain, which `change` then does not find. */
async function changeClaim(
  { database, ids }: DomainDeps,
  { companyId, domain, action, by }: CompanyDomain & { action: DomainAction; by: AuditActor },
  change: (tx: Transaction, claim: CompanyDomain) => Promise<{ domain: string } | undefined>,
): Promise<void> {
  const claim = { companyId, domain: readDomain(domain) }
  await database.transaction().execute(async (tx) => {
    if (!(await change(tx, claim))) throw unknownDomain()
    await record({ ids, tx }, { ...claim, action }, by)
  })
}

export async function listDomains(database: Database, companyId: string): Promise<ListedDomain[]> {
  const rows = await database
    .selectFrom('sso_domains')
    .select(['domain', 'claimed_at', 'confirmed_at'])
    .where('company_id', '=', companyId)
    .orderBy('domain')
    .execute()
  return rows.map((row) => ({
    domain: row.domain,
    claimedAt: row.claimed_at,
    confirmedAt: row.confirmed_at,
  }))
}

/** The company for which the domain is confirmed. */
export async function findCompanyOfDomain(database: Database, domain: string): Promise<string | undefined> {
  const wanted = domain.trim().toLowerCase()
  // Strangers ask for it, also with characters that Postgres refuses.
  if (!shape.test(wanted)) return undefined
  const row = await database
    .selectFrom('sso_domains')
    .select('company_id')
    .where('domain', '=', wanted)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row?.company_id
}

/** Whether all of the domains are confirmed for the company. Locks them, so that none is released in between. */
export async function areConfirmed(
  tx: Transaction,
  companyId: string,
  domains: readonly string[],
): Promise<boolean> {
  const wanted = [...new Set(domains)]
  const rows = await tx
    .selectFrom('sso_domains')
    .select('domain')
    .where('company_id', '=', companyId)
    .where('domain', 'in', wanted)
    .where('confirmed_at', 'is not', null)
    .orderBy('domain')
    .forShare()
    .execute()
  return rows.length === wanted.length
}

function record(
  { ids, tx }: { ids: Ids; tx: Transaction },
  { companyId, domain, action }: CompanyDomain & { action: DomainAction },
  by: AuditActor,
): Promise<void> {
  const subject = { kind: 'sso_domain', id: domain }
  return recordAuditEntry(ids, tx, { ...by, companyId, subject, action: `sso_domain.${action}` })
}
