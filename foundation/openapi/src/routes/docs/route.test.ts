import { createHash } from 'node:crypto'
import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { composePage } from '../../page/compose-page.ts'
import { docsRoute } from './route.ts'

test('200: one self-contained page whose policy lets nothing else run', async () => {
  await using http = await startTestHttp([docsRoute('/docs', composePage())])
  const response = await fetch(`${http.url}/docs`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const html = await response.text()
  expect(html).not.toMatch(/https?:|src=|@import|url\(|\{\{/)
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`default-src 'none'`)
  for (const part of ['style', 'script']) {
    const inside = new RegExp(`<${part}>([^]*)</${part}>`).exec(html)?.[1] ?? ''
    const hash = createHash('sha256').update(inside).digest('base64')
    expect(policy).toContain(`${part}-src 'sha256-${hash}'`)
  }
})
