import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { composePage } from '../../page/compose-page.ts'
import { docsRoute } from '../docs/route.ts'
import { docsAssetRoute } from './route.ts'

test('200: every file that the page refers to is served, and none refers to another host', async () => {
  const { page, assets } = composePage()
  await using http = await startTestHttp([docsRoute(page), ...assets.map(docsAssetRoute)])
  const html = await (await fetch(`${http.url}/docs`)).text()
  const files = [...html.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, file = '']) => file)
  expect(files).toHaveLength(assets.length)
  for (const file of files) {
    const response = await fetch(`${http.url}/${file}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-type')).toMatch(/^text\/(?:css|javascript); charset=utf-8$/)
    const body = await response.text()
    // Not toMatch, which would print a file of a megabyte.
    expect(/^\/[/*]# sourceMappingURL=/m.test(body)).toBe(false)
    if (file.endsWith('.css')) expect(/@import|url\((?!["']?data:)/.test(body)).toBe(false)
  }
})
