// Documents that are composed once and served without a key, with an entity tag. Requests count against the address
// limit.
import type { HttpReply, HttpRequest, Route } from '@gatehouse/http/define-route'
import { refuseIfLimited } from '../../call/identify-caller.ts'
import { type ServeDeps, entityTag, isUnchanged } from '../operations/serve-operation.ts'
import { composePage } from '@gatehouse/openapi/compose-page'
import type { ServiceNames } from '@gatehouse/models/service-names'
import type { Operation } from '../operations/operation.ts'
import { createOpenApi } from './create-openapi.ts'
import { describeEndpoints } from './describe-endpoints.ts'

export type PublicDocument = { body: string; tag: string; headers: Readonly<Record<string, string>> }

function createPublicDocument(body: string, headers: Readonly<Record<string, string>>): PublicDocument {
  return { body, tag: entityTag(body), headers: { 'cache-control': 'public, max-age=300', ...headers } }
}

export async function sendPublicDocument(
  { limits }: Pick<ServeDeps, 'limits'>,
  { body, tag, headers }: PublicDocument,
  { request, reply }: { request: HttpRequest; reply: HttpReply },
): Promise<unknown> {
  const { clientAddress } = request.context
  if (clientAddress !== undefined) refuseIfLimited(await limits.admitAddress(clientAddress))
  void reply.headers({ ...headers, etag: tag })
  if (isUnchanged(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.send(body)
}

/** The documentation page shared by all services, and its files, by path; it loads openapi.json from the same folder. */
export function createDocsPage(): ReadonlyMap<string, PublicDocument> {
  const { page, assets } = composePage()
  return new Map(
    [page, ...assets].map(({ path, headers, body }) => [path, createPublicDocument(body, headers)]),
  )
}

export function createOpenApiDocument(
  names: ServiceNames,
  routes: readonly Route[],
  operations: readonly Operation[],
): PublicDocument {
  const described = createOpenApi(routes, describeEndpoints(names, operations), names)
  return createJsonDocument(described)
}

export function createJsonDocument(content: object): PublicDocument {
  return createPublicDocument(JSON.stringify(content), { 'content-type': 'application/json; charset=utf-8' })
}
