// A document that is composed once and served without a key, with an entity tag. Requests count against the address
// limit.
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'
import { refuseIfLimited } from '../inference/admission/identify-caller.ts'
import { entityTag, isUnchanged } from '../operations/entity-tag.ts'
import type { ServeDeps } from '../operations/serve-operation.ts'

export type PublicDocument = { body: string; tag: string; headers: Readonly<Record<string, string>> }

export function createPublicDocument(
  body: string,
  headers: Readonly<Record<string, string>>,
): PublicDocument {
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
