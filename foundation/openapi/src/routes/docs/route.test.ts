import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { composePage } from '../../page/compose-page.ts'
import { docsRoute } from './route.ts'

test('200: a page without inline script or style, whose policy lets only files of its own host run', async () => {
  await using http = await startTestHttp([docsRoute(composePage().page)])
  const response = await fetch(`${http.url}/docs`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const html = await response.text()
  expect(html).not.toMatch(/https?:|<style|<script>|style=|\son\w+=/)
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`default-src 'none'`)
  expect(policy).toContain(`script-src 'self'`)
  expect(policy).not.toContain('unsafe')
})
