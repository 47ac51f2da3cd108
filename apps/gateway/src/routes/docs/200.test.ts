import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { test } from '../../testing/worker-gateway.ts'

test('the page needs no key, loads nothing from other hosts, and runs only its own script', async ({
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
