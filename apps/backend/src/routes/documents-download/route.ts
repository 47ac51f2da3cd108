import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { type StoredDocument, objectOfDocument } from '@gatehouse/documents/document'
import { readDocumentRow } from '@gatehouse/documents/read-documents'
import { type HttpRequest, type Route, defineRoute } from '@gatehouse/http/define-route'
import { parseBearerToken } from '@gatehouse/runtime/bearer-token'
import { Fault } from '@gatehouse/runtime/fault'
import { isUuid } from '@gatehouse/runtime/ids'
import { authorise, requireUser } from '../../graphql/access/authorise.ts'
import { createViewer } from '../../graphql/access/viewer.ts'
import { unknownId } from '../../graphql/graphql-faults.ts'
import type { OperationDeps } from '../../graphql/operation-context.ts'
import { createDocumentSlots } from '../../limits/document-slots.ts'
import type { RefuseAddress } from '../../limits/open-address-limit.ts'
import type { BackendDocuments } from '../../open-backend-documents.ts'

export type DocumentsDownloadDeps = Pick<OperationDeps, 'databases' | 'identity' | 'ids'> & {
  documents: BackendDocuments
  refuseAddress: RefuseAddress
}

/**
 * Downloads the stored file of a document; for members of the company. A file comes from outside the company and may
 * contain scripts: it is sent as an attachment that a browser neither shows nor runs.
 */
export function documentsDownloadRoute(deps: DocumentsDownloadDeps): Route {
  const { databases, identity, documents, refuseAddress } = deps
  const slots = createDocumentSlots('downloads')
  return defineRoute({
    method: 'GET',
    path: '/documents/:id',
    statuses: [200, 400, 401, 404, 429, 503],
    async handle(request, reply) {
      const refusal = await refuseAddress(request.context.clientAddress)
      if (refusal) throw refusal
      const token = parseBearerToken(request.headers.authorization)
      const viewer = createViewer({ databases, identity }, token)
      const { id: userId } = await requireUser(viewer)
      const companyId = readCompany(request)
      await authorise('companyMember', viewer, { companyId })
      if (!documents.upload) throw noStore()
      const document = await requireDocument(deps, request, companyId)
      // Without a client nothing would free the slot.
      if (reply.raw.destroyed) return reply
      reply.raw.once('close', slots.take(companyId))
      const bytes = await documents.upload.objects.get(objectOfDocument(document))
      if (!bytes) throw unknownId()
      await recordDownload(deps, request, { document, userId })
      return reply
        .header('content-type', 'application/octet-stream')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeFileName(document.fileName)}`)
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'same-origin')
        .header('cache-control', 'private, no-store')
        .send(bytes)
    },
  })
}

function readCompany({ query }: HttpRequest): string {
  const { companyId } = query as { companyId?: unknown }
  if (isUuid(companyId)) return companyId
  throw new Fault({
    kind: 'invalid',
    code: 'documents.bad_query',
    publicMessage: 'Name the company of the document: GET /documents/{id}?companyId=…',
  })
}

/** A file that is not stored completely, or is being deleted, is not found. */
async function requireDocument(
  { databases }: DocumentsDownloadDeps,
  { params }: HttpRequest,
  companyId: string,
): Promise<StoredDocument> {
  const { id } = params as { id: string }
  const document = isUuid(id) ? await readDocumentRow(databases.of(companyId), { companyId, id }) : undefined
  if (!document || document.status === 'UPLOADING' || document.status === 'DELETING') throw unknownId()
  return document
}

/** Recorded before the file is sent: a download whose record cannot be written is refused. */
async function recordDownload(
  { databases, ids }: DocumentsDownloadDeps,
  { context: { requestId, clientAddress } }: HttpRequest,
  { document, userId }: { document: StoredDocument; userId: string },
): Promise<void> {
  await databases
    .of(document.companyId)
    .transaction()
    .execute((tx) =>
      recordAuditEntry(ids, tx, {
        actor: { kind: 'user', id: userId },
        requestId,
        ...(clientAddress === undefined ? {} : { clientAddress }),
        companyId: document.companyId,
        action: 'document.download',
        subject: { kind: 'document', id: document.id },
      }),
    )
}

/** As RFC 5987 encodes it, with the characters that encodeURIComponent leaves although they delimit the value. */
function encodeFileName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function noStore(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'documents.no_store',
    publicMessage: 'Files are not available: no object store is configured.',
  })
}
