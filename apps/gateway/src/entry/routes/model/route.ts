import { type Route, defineRoute } from '@gatehouse/http/define-route'
import { catalogMissing, modelNotFound } from '../../../gateway-faults.ts'
import { identifyCaller } from '../../../call/identify-caller.ts'
import { requireAlias } from '../../../model/read-model-call.ts'
import type { CallDeps } from '../../../call/call-deps.ts'
import { modelBody } from '../../operations/model-body.ts'

type ModelDeps = Pick<CallDeps, 'catalog' | 'keys' | 'limits' | 'names' | 'overload' | 'refusals'>

/** A wildcard, because aliases contain a slash, which some clients encode and others send as it is. */
export function modelRoute(deps: ModelDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/llm/v1/models/*',
    statuses: [200, 401, 403, 404, 429, 503],
    async handle(request) {
      const key = await identifyCaller(deps, request, { scope: 'inference:chat' })
      const { '*': alias } = request.params as { '*': string }
      if (!deps.catalog.isLoaded()) throw catalogMissing()
      const entry = deps.catalog.find(alias)
      if (!entry) throw modelNotFound(alias)
      requireAlias(key, entry.alias)
      return modelBody(entry, deps.names)
    },
  })
}
