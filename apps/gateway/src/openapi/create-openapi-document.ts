import type { Route } from '@gatehouse/http/define-route'
import type { ServiceNames } from '@gatehouse/models/service-names'
import type { Operation } from '../operations/operation.ts'
import { createOpenApi } from './create-openapi.ts'
import { describeEndpoints } from './describe-endpoints.ts'
import { type PublicDocument, createPublicDocument } from './public-document.ts'

export function createOpenApiDocument(
  names: ServiceNames,
  routes: readonly Route[],
  operations: readonly Operation[],
): PublicDocument {
  const described = createOpenApi(routes, describeEndpoints(names, operations), names)
  return createPublicDocument(JSON.stringify(described), {
    'content-type': 'application/json; charset=utf-8',
  })
}
