// Keys of every kind: scopes × allowlist × account × limits. Each exists twice, in separate companies, so that what
// REST uses up is still available to MCP.
import type { Database } from '@gatehouse/schema/database'
import { randomUUID } from 'node:crypto'
import { type Scope, scopes } from '@gatehouse/keys/api-key'
import { type AddedKey, addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import type { Question } from './ask-both-ways.ts'

const accounts = ['rich', 'one micro', 'empty', 'overdue', 'suspended'] as const
type Account = (typeof accounts)[number]

const allowlists: readonly (readonly string[] | null)[] = [
  null,
  ['svc/chat-default'],
  ['svc/chat-cheap', 'svc/embed-default'],
]

const limits: readonly { rpmLimit?: number; tpmLimit?: number }[] = [{}, { rpmLimit: 1 }, { tpmLimit: 50 }]

export type KeyCase = {
  name: string
  scopes: readonly Scope[]
  modelAllowlist: readonly string[] | null
  account: Account
  limit: { rpmLimit?: number; tpmLimit?: number }
}

/** Lists every combination. The empty set of scopes is left out, because a key has at least one. */
export function listKeyCases(): KeyCase[] {
  const subsets = Array.from({ length: 2 ** scopes.length - 1 }, (_, less) =>
    scopes.filter((_scope, index) => ((less + 1) >> index) & 1),
  )
  return subsets.flatMap((subset) =>
    allowlists.flatMap((modelAllowlist) =>
      accounts.flatMap((account) =>
        limits.map((limit) => ({
          name: `[${subset.join(' ')}] ${modelAllowlist?.join(' ') ?? 'every alias'}, ${account}, ${JSON.stringify(limit)}`,
          scopes: subset,
          modelAllowlist,
          account,
          limit,
        })),
      ),
    ),
  )
}

const credits: Readonly<Record<Account, bigint>> = {
  rich: 1_000_000_000n,
  'one micro': 1n,
  empty: 0n,
  overdue: 0n,
  suspended: 1_000_000_000n,
}

export async function addCaseKey(database: Database, keyCase: KeyCase): Promise<AddedKey> {
  const { account, modelAllowlist, limit } = keyCase
  const companyId = await addCompany(database, credits[account])
  if (account === 'overdue') await addOverdueInvoice(database, companyId)
  if (account === 'suspended') {
    const suspension = { suspended_at: new Date(), suspension_reason: 'proof' }
    await database.updateTable('companies').set(suspension).where('id', '=', companyId).execute()
  }
  return addKey(database, { companyId, scopes: [...keyCase.scopes], modelAllowlist, ...limit })
}

async function addOverdueInvoice(database: Database, companyId: string): Promise<void> {
  await database
    .updateTable('companies')
    .set({ billing_mode: 'POSTPAID' })
    .where('id', '=', companyId)
    .execute()
  const invoice = {
    status: 'OPEN',
    currency: 'eur',
    total_minor: 100n,
    due_at: new Date(Date.now() - 60_000),
  } as const
  await database
    .insertInto('invoices')
    .values({ ...invoice, id: randomUUID(), company_id: companyId, provider_invoice_id: `in_${companyId}` })
    .execute()
}

const chat = { tool: 'chat', rest: { method: 'POST', path: '/chat/completions' } } as const
const parseCv = { tool: 'parse_cv', rest: { method: 'POST', path: '/parse/cv' } } as const
const parseJd = { tool: 'parse_jd', rest: { method: 'POST', path: '/parse/jd' } } as const
const usage = { tool: 'get_usage', rest: { method: 'GET', path: '/usage' } } as const
const jobs = { tool: 'list_jobs', rest: { method: 'GET', path: '/jobs' } } as const
const messages = [{ role: 'user', content: 'Hello' }]

/** The order matters: what one call uses up affects the next. */
export const questions: readonly Question[] = [
  { tool: 'list_models', rest: { method: 'GET', path: '/models' }, input: {} },
  { ...chat, input: { messages } },
  { ...chat, input: { model: 'svc/none', messages } },
  { ...chat, input: { model: 'svc/embed-default', messages } },
  { ...chat, input: { model: 'svc/chat-default', messages, max_tokens: 5 } },
  { ...chat, input: { model: 'svc/chat-cheap', messages, max_tokens: 5 } },
  { ...chat, input: { model: 'svc/chat-default', messages, max_tokens: 5 } },
  { ...parseCv, input: {} },
  { ...parseCv, input: { text: '' } },
  { ...parseCv, input: { text: 'Jane Doe\nCook' } },
  { ...parseCv, input: { text: 'Jane Doe\nCook', model: 'svc/embed-default' } },
  { ...parseJd, input: { text: 'Cook\nA sense of humour is required', model: 'svc/none' } },
  { ...parseJd, input: { text: 'Cook\nA sense of humour is required' } },
  { ...usage, input: {} },
  { ...usage, input: { group_by: 'hour' } },
  { ...usage, input: { scope: 'company' } },
  { ...jobs, input: { limit: 5 } },
  { ...jobs, input: { cursor: 'made-up' } },
]
