// Runs exports. They have connections of their own, so that a long export takes none from people's requests, and each
// reads all its pages in one repeatable-read view: rows that are added meanwhile do not appear in it. A page is one
// short statement, so no statement time limit depends on the number of rows.
import { requireKeyOf } from '@gatehouse/keys/find-keys'
import { createDatabase } from '@gatehouse/postgres/create-database'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import { oneShard } from '@gatehouse/postgres/shards'
import type { Transaction } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import type { ServiceResources } from '@gatehouse/service/start-service'
import type { BackendConfig } from '../config.ts'
import { type CompanySlots, createCompanySlots } from '../limits/company-slots.ts'
import type { CsvBody } from './csv-body.ts'
import { exportTooSlow, tooManyExports } from './export-faults.ts'
import type { CsvExport } from './export-kinds.ts'
import type { ExportQuery } from './export-query.ts'

export type Exports = {
  clock: Clock
  slots: CompanySlots
  /** Writes the whole export, and returns the number of its rows. */
  write(csvExport: CsvExport, order: ExportOrder): Promise<number>
}

export type ExportOrder = { query: ExportQuery; isSuperAdmin: boolean; body: CsvBody }

const limits = { perCompanyMax: 2, totalMax: 4 }
const pageMsMax = 30_000
// Longer than the HTTP server lets a client stop reading; Postgres would otherwise end the transaction after ten seconds.
const idleMsMax = 90_000
// The snapshot keeps Postgres from removing old rows, so an export that is read very slowly must end.
const exportMsMax = 3_600_000

export function openExports(
  { clock, logger, metrics }: Pick<ServiceResources, 'clock' | 'logger' | 'metrics'>,
  config: Pick<BackendConfig, 'postgres'>,
  scope: AsyncDisposableStack,
): Exports {
  const postgres = createPostgres({
    url: config.postgres.url,
    applicationName: 'gatehouse backend exports',
    poolSizeMax: limits.totalMax,
    connectTimeoutMs: 1_000,
    queryTimeoutMs: pageMsMax,
    checkSilenceEveryMs: 500,
    logger,
    metrics,
  })
  scope.defer(postgres.close)
  const databases = oneShard(createDatabase<Tables>(postgres))
  return {
    clock,
    slots: createCompanySlots(limits, (owner) => tooManyExports(owner, limits)),
    write: (csvExport, order) =>
      databases
        .of(order.query.companyId)
        .transaction()
        .execute(async (tx) => {
          await tx.query('set transaction isolation level repeatable read, read only')
          await tx.query(`set local idle_in_transaction_session_timeout = ${idleMsMax}`)
          return writePages({ tx, clock }, csvExport, order)
        }),
  }
}

async function writePages(
  { tx, clock }: { tx: Transaction; clock: Clock },
  { header, pages }: CsvExport,
  { query, isSuperAdmin, body }: ExportOrder,
): Promise<number> {
  const { keyId } = query.filter
  if (keyId !== undefined) await requireKeyOf(tx, query.companyId, keyId)
  const deadlineMs = clock.monotonicMs() + exportMsMax
  let [rows, text] = [0, header]
  for await (const page of pages({ tx, clock, isSuperAdmin }, query)) {
    text += page.text
    rows += page.rows
    await body.write(text)
    text = ''
    if (clock.monotonicMs() > deadlineMs) throw exportTooSlow()
  }
  return rows
}
