import type { Route } from '@gatehouse/http/define-route'
import { z } from 'zod'
import { type ApiDescription, describeApi } from './describe-api.ts'
import { composePage } from './page/compose-page.ts'
import { docsRoute } from './routes/docs/route.ts'
import { docsAssetRoute } from './routes/docs-asset/route.ts'
import { openApiRoute } from './routes/openapi/route.ts'

/**
 * Adds the two routes that describe all routes, themselves included: `<base>/docs` and `<base>/openapi.json`. The files
 * of the page are not described.
 */
export function withDocsRoutes(api: ApiDescription, basePath = ''): Route[] {
  let document = ''
  const { page, assets } = composePage(basePath)
  const routes = [...api.routes, docsRoute(page), openApiRoute(`${basePath}/openapi.json`, () => document)]
  document = JSON.stringify(describeApi({ ...api, routes }))
  return [...routes, ...assets.map(docsAssetRoute)]
}

/** RFC 9457 problem details, as `toProblem` of foundation/http writes them. */
export const problemSchema = z.strictObject({
  type: z.string(),
  title: z.string().describe('The reason phrase of the status'),
  status: z.int(),
  detail: z.string().describe('What went wrong and what to do next'),
  code: z.string().describe('Stable, machine-readable: area.what'),
  request_id: z.string().describe('Quote it when you contact us about this response'),
})
