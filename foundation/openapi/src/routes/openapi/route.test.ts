import { defineRoute } from '@gatehouse/http/define-route'
import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { problemSchema, withDocsRoutes } from '../../with-docs-routes.ts'

test('200: the document describes every route of the service, including the two docs routes', async () => {
  const routes = [defineRoute({ method: 'GET', path: '/base/x', statuses: [200], handle: async () => 'x' })]
  const error = { contentType: 'application/problem+json', schema: problemSchema }
  const served = withDocsRoutes({ title: 'T', version: '1', description: '', routes, error }, '/base')
  await using http = await startTestHttp(served)
  const response = await fetch(`${http.url}/base/openapi.json`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const { paths } = (await response.json()) as { paths: object }
  expect(Object.keys(paths)).toEqual(['/base/x', '/base/docs', '/base/openapi.json'])
})
