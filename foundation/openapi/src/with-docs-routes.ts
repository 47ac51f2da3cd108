import type { Route } from '@gatehouse/http/define-route'
import { type ApiDescription, describeApi } from './describe-api.ts'
import { composePage } from './page/compose-page.ts'
import { docsRoute } from './routes/docs/route.ts'
import { openApiRoute } from './routes/openapi/route.ts'

/** Adds the two routes that describe all routes, themselves included: `<base>/docs` and `<base>/openapi.json`. */
export function withDocsRoutes(api: ApiDescription, basePath = ''): Route[] {
  let document = ''
  const routes = [
    ...api.routes,
    docsRoute(`${basePath}/docs`, composePage()),
    openApiRoute(`${basePath}/openapi.json`, () => document),
  ]
  document = JSON.stringify(describeApi({ ...api, routes }))
  return routes
}
