import { readAllowance } from '@gatehouse/allowances/read-allowance'
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { StoredDocument } from '@gatehouse/documents/document'
import { type Upload, type UploadOutcome, uploadDocument } from '@gatehouse/documents/upload-document'
import { readUploadsOfDay } from '@gatehouse/documents/upload-days'
import { type UploadQuota, isQuotaUsed, quotaUsed } from '@gatehouse/documents/upload-quota'
import { type HttpRequest, type Route, defineRoute } from '@gatehouse/http/define-route'
import { readBody } from '@gatehouse/http/read-body'
import { documentLimits } from '@gatehouse/parsing/document-limits'
import { parseBearerToken } from '@gatehouse/runtime/bearer-token'
import { Fault } from '@gatehouse/runtime/fault'
import { z } from 'zod'
import type { BackendDocuments } from '../../open-backend-documents.ts'
import { authorise, requireUser } from '../../graphql/access/authorise.ts'
import { createViewer } from '../../graphql/access/viewer.ts'
import type { OperationDeps } from '../../graphql/operation-context.ts'
import { createDocumentSlots } from '../../limits/document-slots.ts'
import type { RefuseAddress } from '../../limits/open-address-limit.ts'

export type DocumentsUploadDeps = Pick<
  OperationDeps,
  'databases' | 'defaultAllowance' | 'events' | 'identity' | 'ids'
> & {
  documents: BackendDocuments
  refuseAddress: RefuseAddress
}

const querySchema = z.object({
  companyId: z.uuid(),
  kind: z.enum(['cv', 'other']),
  name: z.string().min(1).max(1_000),
})

/**
 * Uploads the bytes of one document; for members of the company. The caller is authenticated before the body is read.
 * 202: the document is stored and will be read; uploading the same bytes again returns the same document. 429: too many
 * requests from the address, too many uploads of the company in progress, or the company has used up its daily documents
 * or bytes.
 */
export function documentsUploadRoute(deps: DocumentsUploadDeps): Route {
  const { databases, identity, documents, refuseAddress } = deps
  const slots = createDocumentSlots('uploads')
  return defineRoute({
    method: 'POST',
    path: '/documents',
    statuses: [202, 400, 401, 404, 409, 413, 415, 429, 503],
    readsBodyItself: true,
    async handle(request, reply) {
      const refusal = await refuseAddress(request.context.clientAddress)
      if (refusal) throw refusal
      const viewer = createViewer({ databases, identity }, readToken(request))
      const { id: uploadedBy } = await requireUser(viewer)
      const { companyId, kind, name: fileName } = readQuery(request)
      await authorise('companyMember', viewer, { companyId })
      if (!documents.upload) throw noStore()
      const quota = await requireQuota(deps, companyId)
      const free = slots.take(companyId)
      try {
        const bytes = await readBody(request.raw, { bytesMax: documentLimits.fileBytesMax })
        const upload: Upload = {
          companyId,
          kind: kind === 'cv' ? 'CV' : 'OTHER',
          fileName,
          uploadedBy,
          bytes,
          quota,
        }
        const outcome = await uploadDocument(documents.upload, upload)
        if (outcome.kind === 'refused') throw refused(outcome)
        await recordUpload(deps, request, { ...outcome, uploadedBy })
        deps.events.publish(companyId, 'DOCUMENTS', outcome.document.id)
        deps.events.publish(companyId, 'TASKS')
        request.context.addLogFields({ document_id: outcome.document.id, document_is_new: outcome.isNew })
        return reply.code(202).send(describe(outcome.document, outcome.isNew))
      } finally {
        free()
      }
    },
  })
}

/**
 * Checked before the body is read, so that a company that has used up its daily quota does not occupy an upload slot.
 */
async function requireQuota(
  { databases, defaultAllowance }: DocumentsUploadDeps,
  companyId: string,
): Promise<UploadQuota> {
  const database = databases.of(companyId)
  const quota = await readAllowance(database, companyId, defaultAllowance)
  const uploads = await readUploadsOfDay(database, companyId)
  if (isQuotaUsed(uploads, quota)) throw quotaUsed(quota, uploads)
  return quota
}

/**
 * Records every upload, after it is stored: if this fails, the caller gets an error and uploads again. The file name is
 * left out because it may contain a person's name, and the audit log outlives the person's data.
 */
async function recordUpload(
  { databases, ids }: DocumentsUploadDeps,
  { context: { requestId, clientAddress } }: HttpRequest,
  { document, isNew, uploadedBy }: { document: StoredDocument; isNew: boolean; uploadedBy: string },
): Promise<void> {
  await databases
    .of(document.companyId)
    .transaction()
    .execute((tx) =>
      recordAuditEntry(ids, tx, {
        actor: { kind: 'user', id: uploadedBy },
        requestId,
        ...(clientAddress === undefined ? {} : { clientAddress }),
        companyId: document.companyId,
        action: 'document.upload',
        subject: { kind: 'document', id: document.id },
        details: { kind: document.kind, is_new: isNew },
      }),
    )
}

function readToken({ headers }: HttpRequest): string | undefined {
  return parseBearerToken(headers.authorization)
}

function readQuery({ query }: HttpRequest): z.output<typeof querySchema> {
  const parsed = querySchema.safeParse(query)
  if (parsed.success) return parsed.data
  throw new Fault({
    kind: 'invalid',
    code: 'documents.bad_query',
    publicMessage:
      'Give the company, the kind and the file name: POST /documents?companyId=…&kind=cv&name=cv.pdf; kind is cv or other.',
  })
}

function describe({ id, status, kind, talentId }: StoredDocument, isNew: boolean) {
  return { id, status, kind, talent_id: talentId, is_new: isNew }
}

function refused({ code, message }: Extract<UploadOutcome, { kind: 'refused' }>): Fault {
  return new Fault({
    kind: 'invalid',
    code: code === 'UNSUPPORTED_DOCUMENT' ? 'http.media_type_unsupported' : 'documents.refused',
    publicMessage: message,
  })
}

function noStore(): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'documents.no_store',
    publicMessage: 'Uploads are not available: no object store is configured.',
  })
}
