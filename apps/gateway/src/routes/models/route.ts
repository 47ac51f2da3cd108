import { type Route, defineRoute } from '@gatehouse/http/define-route'
import { catalogMissing } from '../../gateway-faults.ts'
import { identifyCaller } from '../../inference/admission/identify-caller.ts'
import type { InferenceDeps } from '../../inference/inference-deps.ts'
import { mayCall } from '../../inference/admission/read-model-call.ts'

/** The aliases this key may call. Their owner is we: who answers for them is nobody's business. */
export function modelsRoute(
  deps: Pick<InferenceDeps, 'clock' | 'keys' | 'limits' | 'catalog' | 'overload'>,
): Route {
  return defineRoute({
    method: 'GET',
    path: '/llm/v1/models',
    statuses: [200, 401, 403, 429, 503],
    async handle(request) {
      const key = await identifyCaller(deps, request, 'inference:chat')
      if (!deps.catalog.isLoaded()) throw catalogMissing()
      const aliases = deps.catalog.list().filter(({ alias }) => mayCall(key, alias))
      return {
        object: 'list',
        data: aliases.map(({ alias }) => ({ id: alias, object: 'model', created: 0, owned_by: 'svc' })),
      }
    },
  })
}
