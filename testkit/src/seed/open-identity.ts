// The parts of domain/identity on a database of their own, composed as the backend composes them.
import { randomFillSync } from 'node:crypto'
import { createAccessTokens } from '@gatehouse/identity/access-token'
import type { FactorDeps } from '@gatehouse/identity/complete-login'
import { createDeviceTokens } from '@gatehouse/identity/device-token'
import { createLoginLimits } from '@gatehouse/identity/login-limits'
import { createLoginStore } from '@gatehouse/identity/login-store'
import { openSession } from '@gatehouse/identity/open-session'
import { createPasswordHasher } from '@gatehouse/identity/password-hasher'
import { createFactorSeal } from '@gatehouse/identity/seal-factor'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { namedSecrets } from '@gatehouse/runtime/named-secrets'
import { Secret } from '@gatehouse/runtime/secret'
import { type OpenTestDatabase, openTestDatabase } from '../vitest/open-test-database.ts'
import { testJwtSecrets } from './seed-backend.ts'
import { testFactorSecrets } from './seed-factors.ts'

export type AuditedAction = { action: string; actor: string; subject: string; details: unknown }

export type OpenIdentity = AsyncDisposable &
  Pick<OpenTestDatabase, 'database' | 'postgres'> & {
    deps: FactorDeps
    /** Opens a session as a login from this client does. */
    openSession(
      userId: string,
      client?: { address?: string; addressRange: string; userAgent?: string },
    ): Promise<{ sessionId: string; token: Secret }>
    /** Sessions of the user that have not ended. */
    countSessions(userId: string): Promise<number>
    /** Entries of the audit log about a subject, oldest first. */
    readAudit(subjectId: string): Promise<AuditedAction[]>
  }

export async function openIdentity(): Promise<OpenIdentity> {
  const open = await openTestDatabase()
  const { database, postgres } = open
  const clock = createSystemClock()
  const ids = createIds(clock)
  const fillRandom = randomFillSync
  const tokenSecrets = { current: new Secret(testJwtSecrets) }
  const deps: FactorDeps = {
    database,
    ids,
    clock,
    fillRandom,
    limits: createLoginLimits(database),
    store: createLoginStore({ database, ids, fillRandom }),
    // The cheapest parameters that argon2 allows.
    hasher: createPasswordHasher({ fillRandom, costs: { memoryKib: 64, passes: 1, parallelism: 1 } }),
    tokens: createAccessTokens(tokenSecrets, clock),
    devices: createDeviceTokens(tokenSecrets, { clock, fillRandom }),
    seal: createFactorSeal(namedSecrets('secret').parse(testFactorSecrets), fillRandom),
  }
  return {
    database,
    postgres,
    deps,
    async openSession(userId, client = { addressRange: '198.51.100.7' }) {
      const { sessionId, refresh } = await database
        .transaction()
        .execute((tx) => openSession({ tx, ids, fillRandom }, { userId, client }))
      return { sessionId, token: refresh.token }
    },
    async countSessions(userId) {
      const rows = await database
        .selectFrom('login_sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .execute()
      return rows.length
    },
    async readAudit(subjectId) {
      const rows = await database
        .selectFrom('audit_log')
        .select(['action', 'actor_kind', 'actor_id', 'subject_kind', 'details'])
        .where('subject_id', '=', subjectId)
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        action: row.action,
        actor: `${row.actor_kind} ${row.actor_id}`,
        subject: row.subject_kind,
        details: row.details,
      }))
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
