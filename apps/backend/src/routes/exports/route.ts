import { type HttpReply, type HttpRequest, type Route, defineRoute } from '@gatehouse/http/define-route'
import { parseBearerToken } from '@gatehouse/runtime/bearer-token'
import { ReaderGone, createCsvBody } from '../../exports/csv-body.ts'
import { type CsvExport, csvExports } from '../../exports/export-kinds.ts'
import { exportFileName, readExportQuery } from '../../exports/export-query.ts'
import type { ExportOrder, Exports } from '../../exports/open-exports.ts'
import { authorise, requireUser } from '../../graphql/access/authorise.ts'
import { createViewer } from '../../graphql/access/viewer.ts'
import type { OperationDeps } from '../../graphql/operation-context.ts'
import type { RefuseAddress } from '../../limits/open-address-limit.ts'

export type ExportsDeps = Pick<OperationDeps, 'databases' | 'identity'> & {
  exports: Exports
  refuseAddress: RefuseAddress
}

/** Exports as CSV, for admins of the company. Not audited, as the GraphQL queries of the same data are not. */
export function exportRoutes(deps: ExportsDeps): Route[] {
  return csvExports.map((csvExport) => exportRoute(deps, csvExport))
}

function exportRoute(
  { databases, identity, exports, refuseAddress }: ExportsDeps,
  csvExport: CsvExport,
): Route {
  return defineRoute({
    method: 'GET',
    path: `/exports/${csvExport.kind}.csv`,
    statuses: [200, 400, 401, 403, 404, 429, 503],
    async handle(request, reply) {
      const refusal = await refuseAddress(request.context.clientAddress)
      if (refusal) throw refusal
      const token = parseBearerToken(request.headers.authorization)
      const viewer = createViewer({ databases, identity }, token)
      const { isSuperAdmin } = await requireUser(viewer)
      const nowMs = exports.clock.wallMs()
      const query = readExportQuery(request.query, { allowed: csvExport.filters, nowMs })
      await authorise('companyAdmin', viewer, query)
      const free = exports.slots.take(query.companyId)
      try {
        const fileName = exportFileName(csvExport.kind, query, nowMs)
        const body = createCsvBody(reply, { fileName, requestId: request.id })
        await send({ exports, request, reply }, csvExport, { query, isSuperAdmin, body })
      } finally {
        free()
      }
    },
  })
}

type Exchange = { exports: Exports; request: HttpRequest; reply: HttpReply }

async function send(
  { exports, request: { context }, reply }: Exchange,
  csvExport: CsvExport,
  order: ExportOrder,
): Promise<void> {
  const { body } = order
  try {
    context.addLogFields({ export_rows: await exports.write(csvExport, order) })
    body.end()
  } catch (thrown) {
    const isGone = thrown instanceof ReaderGone
    if (!isGone && !body.isStarted()) throw thrown
    if (!isGone) context.logger.error('export ended before its last row', { error: thrown })
    context.addLogFields({ export_cut: true })
    reply.hijack()
    body.cut()
  }
}
