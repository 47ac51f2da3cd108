// The OpenID provider of a company, as its admins set it.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Seal } from '@gatehouse/runtime/seal'
import { Secret } from '@gatehouse/runtime/secret'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { type JudgeAddress, requireAllowedUrl } from './provider/guarded-fetch.ts'
import type { ProviderConnection } from './provider/openid-provider.ts'
import { invalidIssuer, notTried, unknownConnection } from './sso-faults.ts'

export type ConnectionDeps = { database: Database; ids: Ids }

export type ShownConnection = {
  issuer: string
  clientId: string
  isEnforced: boolean
  createdAt: Date
  updatedAt: Date
}

export type NewConnection = { companyId: string; issuer: string; clientId: string; clientSecret: Secret }

const lengthMax = 500

/** Another issuer or client ends the enforcement, because no one has logged in through it yet. */
export async function setConnection(
  { database, ids, seal, judgeAddress }: ConnectionDeps & { seal: Seal; judgeAddress: JudgeAddress },
  { companyId, clientId, clientSecret, ...given }: NewConnection,
  by: AuditActor,
): Promise<void> {
  const issuer = checkIssuer(given.issuer, judgeAddress)
  if (clientId.length === 0 || clientId.length > lengthMax)
    throw invalidIssuer(`The client id has 1 to ${lengthMax} characters.`)
  const { sealed, secretId } = seal.seal(companyId, clientSecret.reveal())
  const values = { issuer, client_id: clientId, client_secret: sealed, secret_id: secretId }
  await database.transaction().execute(async (tx) => {
    await tx
      .insertInto('sso_connections')
      .values({ company_id: companyId, ...values })
      .onConflict((conflict) =>
        conflict.column('company_id').doUpdateSet({
          ...values,
          is_enforced: sql`sso_connections.is_enforced and sso_connections.issuer = excluded.issuer
            and sso_connections.client_id = excluded.client_id`,
          updated_at: sql`clock_timestamp()`,
        }),
      )
      .execute()
    await record({ ids, tx }, { companyId, action: 'sso.set', details: { issuer, client_id: clientId } }, by)
  })
}

function checkIssuer(given: string, judgeAddress: JudgeAddress): string {
  const issuer = given.trim()
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const isPlain = url && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  if (!isPlain || issuer.length > lengthMax)
    throw invalidIssuer('Write the issuer as the provider names it, such as https://login.example.com.')
  try {
    requireAllowedUrl(url, judgeAddress)
  } catch {
    throw invalidIssuer('The issuer must begin with https:// and be reachable on the internet.')
  }
  return issuer
}

/** Users of the company can log in with their passwords again; its domains and identities stay. */
export async function removeConnection(
  { database, ids }: ConnectionDeps,
  companyId: string,
  by: AuditActor,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('sso_connections')
      .where('company_id', '=', companyId)
      .returning('issuer')
      .executeTakeFirst()
    if (!removed) throw unknownConnection()
    await record({ ids, tx }, { companyId, action: 'sso.remove', details: removed }, by)
  })
}

/** Throws if no one has logged in through the provider yet. */
export async function setEnforced(
  { database, ids }: ConnectionDeps,
  { companyId, isEnforced }: { companyId: string; isEnforced: boolean },
  by: AuditActor,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const connection = await tx
      .updateTable('sso_connections')
      .set({ is_enforced: isEnforced })
      .where('company_id', '=', companyId)
      .returning('issuer')
      .executeTakeFirst()
    if (!connection) throw unknownConnection()
    if (isEnforced && !(await wasUsed(tx, { companyId, issuer: connection.issuer }))) throw notTried()
    await record({ ids, tx }, { companyId, action: isEnforced ? 'sso.enforce' : 'sso.relax' }, by)
  })
}

async function wasUsed(
  tx: Transaction,
  { companyId, issuer }: { companyId: string; issuer: string },
): Promise<boolean> {
  const used = await tx
    .selectFrom('sso_identities')
    .innerJoin('sso_connections', 'sso_connections.company_id', 'sso_identities.company_id')
    .select('subject')
    .where('sso_identities.company_id', '=', companyId)
    .where('sso_identities.issuer', '=', issuer)
    .whereRef('sso_identities.last_used_at', '>=', 'sso_connections.updated_at')
    .executeTakeFirst()
  return used !== undefined
}

export async function readConnection(
  database: Database,
  companyId: string,
): Promise<ShownConnection | undefined> {
  const row = await database
    .selectFrom('sso_connections')
    .select(['issuer', 'client_id', 'is_enforced', 'created_at', 'updated_at'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return (
    row && {
      issuer: row.issuer,
      clientId: row.client_id,
      isEnforced: row.is_enforced,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }
  )
}

/** The connection with its secret, to talk to the provider. */
export async function openConnection(
  { database, seal }: { database: Database; seal: Seal },
  companyId: string,
): Promise<ProviderConnection | undefined> {
  const row = await database
    .selectFrom('sso_connections')
    .select(['issuer', 'client_id', 'client_secret', 'secret_id', 'updated_at'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) return undefined
  const clientSecret = seal.open(companyId, { sealed: row.client_secret, secretId: row.secret_id })
  return {
    companyId,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: new Secret(clientSecret),
    updatedAt: row.updated_at,
  }
}

type Change = { companyId: string; action: `sso.${string}`; details?: Readonly<Record<string, unknown>> }

/** Records a change of a company's single sign-on. */
function record(
  { ids, tx }: { ids: Ids; tx: Transaction },
  { companyId, ...entry }: Change,
  by: AuditActor,
): Promise<void> {
  const subject = { kind: 'company', id: companyId }
  return recordAuditEntry(ids, tx, { ...by, companyId, subject, ...entry })
}
