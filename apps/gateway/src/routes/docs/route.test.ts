import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { sendUntilLimited } from '../../testing/send-until-limited.ts'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

test('200: the page needs no key, loads nothing from other hosts, and runs only its own script', async ({
  gateway,
}) => {
  const answer = await gateway.get('/docs', { authorization: '' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const html = await answer.text()
  expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  const script = /<script>([^]*?)<\/script>/.exec(html)?.[1] ?? ''
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`script-src 'sha256-${hash}'`)
  expect(policy).toContain("connect-src 'self'")
})

test('304: a client with a current copy gets no body', async ({ gateway }) => {
  const tag = (await gateway.get('/docs')).headers.get('etag') ?? ''
  const again = await gateway.get('/docs', { 'if-none-match': tag })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('429: an address over its limit is refused', async ({ gateway }) => {
  const headers = { 'x-forwarded-for': '203.0.113.75' }
  await sendUntilLimited(() => gateway.get('/models', headers))
  const error = await readError(await gateway.get('/docs', headers))
  expect(error).toMatchObject({ status: 429, type: 'rate_limit_error', code: null })
})
