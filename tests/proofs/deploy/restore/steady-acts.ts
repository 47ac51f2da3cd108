// Revocations, suspensions and ends of suspensions at a steady rate, by a super admin through the backend.
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@gatehouse/schema/database'
import { addUser, issueToken } from '@gatehouse/testkit/seed-backend'
import { type AddedKey, addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import type { Span } from './moment.ts'

export type AdminAct = Span & {
  kind: 'revoke' | 'suspend' | 'resume'
  /** The revoked key, or a key of the suspended company. */
  subject: AddedKey
}

export type SteadyActs = { readonly acts: readonly AdminAct[]; stop(): Promise<void> }

const everyMs = 600
// Every n-th tick also suspends a company, or resumes the one that has been suspended for the longest time.
const suspendEvery = 3
const resumeEvery = 10
const triesMax = 10
const againAfterMs = 500
const credits = 1_000_000_000n

const mutations = {
  revoke:
    'mutation ($companyId: ID!, $keyId: ID!) { revokeApiKey(companyId: $companyId, keyId: $keyId) { id } }',
  suspend:
    'mutation ($companyId: ID!) { suspendCompany(companyId: $companyId, reason: "stolen cards") { id } }',
  resume:
    'mutation ($companyId: ID!) { resumeCompany(companyId: $companyId, reason: "cards replaced") { id } }',
} as const

export type ActSubjects = { keys: readonly AddedKey[]; companies: readonly AddedKey[]; token: string }

/** Must be prepared before the full backup, as most keys and companies are older than their end. */
export async function seedSubjects(database: Database, count: number): Promise<ActSubjects> {
  const companyId = await addCompany(database, credits)
  const keys: AddedKey[] = []
  const companies: AddedKey[] = []
  for (let at = 0; at < count; at += 1) {
    keys.push(await addKey(database, { companyId }))
    if (at % suspendEvery === 0)
      companies.push(await addKey(database, { companyId: await addCompany(database, credits) }))
  }
  return { keys, companies, token: await issueToken(await addUser(database, { isSuperAdmin: true })) }
}

export function startSteadyActs(
  { keys, companies, token }: ActSubjects,
  backendUrl: string,
  scope: AsyncDisposableStack,
): SteadyActs {
  const acts: AdminAct[] = []
  let isOver = false
  scope.defer(() => void (isOver = true))

  async function act(kind: AdminAct['kind'], subject: AddedKey | undefined): Promise<void> {
    if (!subject) throw new Error('there are too few keys and companies for this many acts')
    const startedMs = performance.now()
    const { companyId, id: keyId } = subject.key
    const variables = kind === 'revoke' ? { companyId, keyId } : { companyId }
    const mutate = () =>
      askBackend({ backendUrl, token }, JSON.stringify({ query: mutations[kind], variables }))
    let answer = await mutate()
    // Acts are idempotent, so an admin repeats one that the backend could not do at the moment.
    for (let tries = 1; tries < triesMax && answer.includes('"UNAVAILABLE"'); tries += 1) {
      await pause(againAfterMs)
      answer = await mutate()
    }
    if (answer.includes('"errors"')) throw new Error(`${kind} failed: ${answer}`)
    acts.push({ kind, subject, startedMs, endedMs: performance.now() })
  }

  async function actOn(): Promise<void> {
    let suspended = 0
    let resumed = 0
    for (let tick = 0; ; tick += 1) {
      if (isOver) return
      await act('revoke', keys[tick])
      if (tick % suspendEvery === 0) await act('suspend', companies[suspended++])
      if (tick % resumeEvery === resumeEvery - 1) await act('resume', companies[resumed++])
      await pause(everyMs)
    }
  }

  const acting = actOn()
  // A failure is reported by `stop`.
  acting.catch(() => undefined)
  return {
    acts,
    async stop() {
      isOver = true
      await acting
    },
  }
}

async function askBackend(
  { backendUrl, token }: { backendUrl: string; token: string },
  body: string,
): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${backendUrl}/graphql`, { method: 'POST', headers, body })
  return response.text()
}
