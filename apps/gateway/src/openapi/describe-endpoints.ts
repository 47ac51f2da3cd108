import type { ServiceNames } from '@gatehouse/models/service-names'
import type { Operation } from '../operations/operation.ts'
import { describeOperation } from './describe-operation.ts'
import { describeParse } from './describe-parse.ts'
import type { DescribedEndpoint } from './described-endpoint.ts'
import { docs, mcp, openApi, usageCall } from './other-endpoints.ts'
import { describeChat, describeCompletions, describeEmbeddings } from './wire-endpoints.ts'

export function describeEndpoints(
  names: ServiceNames,
  operations: readonly Operation[],
): DescribedEndpoint[] {
  return [
    ...operations.map((operation) => describeRest(names, operation)),
    describeCompletions(names),
    describeEmbeddings(names),
    usageCall,
    mcp,
    openApi,
    docs,
  ]
}

/** Adds what REST accepts in addition to the tool's arguments. */
function describeRest(names: ServiceNames, operation: Operation): DescribedEndpoint {
  const endpoint = describeOperation(operation)
  switch (operation.name) {
    case 'chat':
      return describeChat(names, endpoint)
    case 'parse_cv':
    case 'parse_jd':
      return describeParse(endpoint)
    case 'list_models':
    case 'get_usage':
    case 'list_jobs':
      return endpoint
  }
}
