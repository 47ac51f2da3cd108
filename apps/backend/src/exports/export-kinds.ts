// What can be exported, as data: the columns, the filters, and how the rows are read page by page. Rows are those of the
// GraphQL queries calls, usage, creditTransactions and auditLog, and so is their order.
import { type ListedAuditEntry, listAuditEntries } from '@gatehouse/audit/list-audit-entries'
import { refuseArchived } from '@gatehouse/credits/archived-calls'
import { formatCredits } from '@gatehouse/credits/credit'
import { type GroupedUsage, groupUsage } from '@gatehouse/credits/group-usage'
import { type CallPage, type ListedCall, listCalls } from '@gatehouse/credits/list-calls'
import { type ListedTransfer, listTransfers } from '@gatehouse/credits/list-transfers'
import { readUsage } from '@gatehouse/credits/read-usage'
import { timeOfUuid } from '@gatehouse/runtime/ids'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Transaction } from '@gatehouse/schema/database'
import { hideAddressesOfOutsiders } from '../graphql/operations/audit.ts'
import { type Column, toCsvHeader, toCsvLine } from './csv-line.ts'
import type { ExportQuery, FilterName } from './export-query.ts'
import { coveredPart } from './covered-part.ts'
import { splitIntoWeeks } from './split-into-weeks.ts'

type ExportView = { tx: Transaction; clock: Clock; isSuperAdmin: boolean }

type CsvPage = { text: string; rows: number }

export type CsvExport = {
  kind: 'calls' | 'usage' | 'transactions' | 'audit'
  filters: readonly FilterName[]
  header: string
  pages(view: ExportView, query: ExportQuery): AsyncIterable<CsvPage>
}

// About 200 KB of text.
const pageRows = 1_000

function defineExport<Row>(
  { columns, ...rest }: Pick<CsvExport, 'kind' | 'filters'> & { columns: readonly Column<Row>[] },
  readPages: (view: ExportView, query: ExportQuery) => AsyncIterable<readonly Row[]>,
): CsvExport {
  return {
    ...rest,
    header: toCsvHeader(columns),
    async *pages(view, query) {
      for await (const rows of readPages(view, query))
        yield { text: rows.map((row) => toCsvLine(columns, row)).join(''), rows: rows.length }
    },
  }
}

const callsExport = defineExport<ListedCall>(
  {
    kind: 'calls',
    filters: ['keyId', 'status', 'model', 'operation', 'reason'],
    columns: [
      { name: 'id', exact: (call) => call.id },
      { name: 'startedAt', exact: (call) => timeOfUuid(call.id).toISOString() },
      { name: 'endedAt', exact: (call) => call.created_at.toISOString() },
      { name: 'keyId', exact: (call) => call.key_id },
      { name: 'model', text: (call) => call.alias },
      { name: 'operation', text: (call) => call.operation },
      { name: 'status', exact: (call) => call.status },
      { name: 'reason', text: (call) => call.reason },
      { name: 'promptTokens', exact: (call) => call.prompt_tokens },
      { name: 'cachedTokens', exact: (call) => call.cached_tokens },
      { name: 'completionTokens', exact: (call) => call.completion_tokens },
      { name: 'credits', exact: (call) => formatCredits(call.charged_micros) },
      { name: 'balanceAfter', exact: (call) => formatCredits(call.balance_after_micros) },
      { name: 'durationMs', exact: (call) => call.duration_ms },
    ],
  },
  async function* readCalls(view, { companyId, from, to, filter }) {
    const { keyId, status, model: alias, operation, reason } = filter
    const page = { keyId, status: status as CallPage['status'], alias, operation, reason, from, to }
    await refuseArchived(view.tx, { companyId, from })
    let beforeId: string | undefined
    do {
      const wanted: CallPage = { ...page, beforeId, limit: pageRows }
      const { calls, stoppedAtId } = await listCalls(view.tx, { companyId, clock: view.clock }, wanted)
      yield calls
      // A search with a filter may stop before its page is full.
      beforeId = stoppedAtId ?? lastIdOf(calls)
    } while (beforeId !== undefined)
  },
)

type CoveredUsage = { usage: GroupedUsage; covered: { from: Date; to: Date } }

const usageExport = defineExport<CoveredUsage>(
  {
    kind: 'usage',
    filters: ['keyId'],
    columns: [
      { name: 'day', exact: ({ usage }) => usage.day },
      { name: 'model', text: ({ usage }) => usage.alias },
      { name: 'keyId', exact: ({ usage }) => usage.keyId },
      { name: 'requests', exact: ({ usage }) => usage.requests },
      { name: 'failedRequests', exact: ({ usage }) => usage.failedRequests },
      { name: 'promptTokens', exact: ({ usage }) => usage.promptTokens },
      { name: 'cachedTokens', exact: ({ usage }) => usage.cachedTokens },
      { name: 'completionTokens', exact: ({ usage }) => usage.completionTokens },
      { name: 'totalTokens', exact: ({ usage }) => usage.promptTokens + usage.completionTokens },
      { name: 'credits', exact: ({ usage }) => formatCredits(usage.chargedMicros) },
      { name: 'from', exact: ({ covered }) => covered.from.toISOString() },
      { name: 'to', exact: ({ covered }) => covered.to.toISOString() },
    ],
  },
  async function* readUsagePages({ tx, clock }, { companyId, from, to, filter: { keyId = null } }) {
    for (const span of splitIntoWeeks({ from, to }, clock.wallMs())) {
      const read = await readUsage(tx, { companyId, keyId, ...span, byKey: true })
      const grouped = groupUsage(read.rows, { byDay: true, byAlias: true, byKey: true })
      yield grouped.map((usage) => ({ usage, covered: coveredPart(usage.day ?? '', span, read) }))
    }
  },
)

const transactionsExport = defineExport<ListedTransfer>(
  {
    kind: 'transactions',
    filters: [],
    columns: [
      { name: 'id', exact: (transfer) => transfer.id },
      { name: 'createdAt', exact: (transfer) => transfer.created_at.toISOString() },
      { name: 'type', exact: (transfer) => transfer.type },
      { name: 'credits', exact: (transfer) => formatCredits(transfer.amount_micros) },
      { name: 'balanceAfter', exact: (transfer) => formatCredits(transfer.balance_after_micros) },
      { name: 'reason', text: (transfer) => transfer.reason },
    ],
  },
  ({ tx }, { companyId, from, to }) =>
    readByKeyset((page) => listTransfers(tx, companyId, { ...page, from, to })),
)

const auditExport = defineExport<ListedAuditEntry>(
  {
    kind: 'audit',
    filters: ['actorId', 'action', 'subjectKind', 'subjectId'],
    columns: [
      { name: 'id', exact: (entry) => entry.id },
      { name: 'createdAt', exact: (entry) => entry.created_at.toISOString() },
      { name: 'actorKind', text: (entry) => entry.actor_kind },
      { name: 'actorId', text: (entry) => entry.actor_id },
      { name: 'actorEmail', text: (entry) => entry.actor_email },
      { name: 'action', text: (entry) => entry.action },
      { name: 'subjectKind', text: (entry) => entry.subject_kind },
      { name: 'subjectId', text: (entry) => entry.subject_id },
      { name: 'details', text: (entry) => JSON.stringify(entry.details) },
      { name: 'clientAddress', text: (entry) => entry.client_address },
      { name: 'requestId', exact: (entry) => entry.request_id },
    ],
  },
  ({ tx, isSuperAdmin }, { companyId, from, to = null, filter }) =>
    readByKeyset(async (page) => {
      const entries = await listAuditEntries(tx, companyId, { ...page, ...filter, from, to })
      return isSuperAdmin ? entries : hideAddressesOfOutsiders(tx, companyId, entries)
    }),
)

export const csvExports: readonly CsvExport[] = [callsExport, usageExport, transactionsExport, auditExport]

async function* readByKeyset<Row extends { id: string }>(
  list: (page: { limit: number; beforeId: string | undefined }) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let beforeId: string | undefined
  do {
    const rows = await list({ limit: pageRows, beforeId })
    yield rows
    beforeId = lastIdOf(rows)
  } while (beforeId !== undefined)
}

/** Undefined if the page is not full, because nothing follows it. */
function lastIdOf(rows: readonly { id: string }[]): string | undefined {
  return rows.length < pageRows ? undefined : rows.at(-1)?.id
}
