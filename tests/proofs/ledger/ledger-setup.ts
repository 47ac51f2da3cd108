// Set-up shared by the settlement proofs: their own migrated Postgres, companies with credits, and finished calls.
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { createDatabase } from '@gatehouse/postgres/create-database'
import type { Tables } from '@gatehouse/schema/tables'
import type { FinishedCall } from '@gatehouse/calls/call'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { settlementLedger } from '@gatehouse/credits/settle-batch'
import { createSettler } from '@gatehouse/credits/create-settler'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { type Ids, createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { startDatabase } from '../kit/servers.ts'

export type Company = { id: string; keyId: string }

export const clock = createSystemClock()
export const ids: Ids = createIds(clock)
const logger = createLogger({ service: 'proof', level: 'error', sinks: [] })
const creditsEach = 1_000_000_000_000n

export async function startLedger(scope: AsyncDisposableStack) {
  const server = await startDatabase(scope)
  return { server, ...openLedger(server.url, scope) }
}

export function openLedger(
  url: string,
  scope: AsyncDisposableStack,
  { queryTimeoutMs = 10_000, deadlineMs = 5_000 }: { queryTimeoutMs?: number; deadlineMs?: number } = {},
) {
  const connect = () => {
    const opened = createPostgres({
      url: new Secret(url),
      applicationName: 'proof',
      poolSizeMax: 8,
      queryTimeoutMs,
      logger,
    })
    scope.defer(() => opened.close())
    return opened
  }
  const postgres = connect()
  const settlement = connect()
  const database = createDatabase<Tables>(postgres)
  const settler = createSettler(
    {
      clock,
      logger,
      metrics: createMetrics('proof'),
      random: Math.random,
      processId: ids.uuid(),
      ...settlementLedger(settlement),
      giveBack: async (call) => {
        throw new Error(`no charge of this proof may be refunded: ${call.id}`)
      },
    },
    { deadlineMs },
  )
  scope.defer(() => settler.drained())
  return { postgres, settlement, database, settler }
}

export async function addCompanies(
  database: ReturnType<typeof openLedger>['database'],
  count: number,
): Promise<Company[]> {
  const companies = Array.from({ length: count }, () => ({ id: ids.uuid(), keyId: ids.uuid() }))
  for (const { id } of companies) {
    await postTransfer(ids, database, {
      kind: 'grant',
      type: 'PACK_PURCHASE',
      owner: { id, kind: 'COMPANY' },
      amountMicros: creditsEach,
      businessKey: `pack:${id}`,
    })
  }
  return companies
}

export function finishCall(company: Company): FinishedCall {
  return {
    id: ids.uuid(),
    companyId: company.id,
    keyId: company.keyId,
    alias: 'svc/chat-default',
    operation: 'chat',
    end: {
      kind: 'succeeded',
      usage: { promptTokens: 812, cachedTokens: 0, completionTokens: 205 },
      priceVersion: 1n,
      chargedMicros: 5_511n,
    },
    heldMicros: 9_000n,
    durationMs: 1_840,
  }
}

export function pickFrom(companies: readonly Company[]): Company {
  const company = companies[Math.floor(Math.random() * companies.length)]
  if (!company) throw new Error('there is no company to pick')
  return company
}
