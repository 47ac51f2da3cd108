import { expect, test } from 'vitest'
import { startTestBackend } from '../../testing/start-test-backend.ts'

test('200: the page and its files come from the backend, and its policy lets nothing else run', async () => {
  await using backend = await startTestBackend()
  const page = await fetch(`${backend.url}/graphiql`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`default-src 'none'`)
  expect(policy).not.toContain('unsafe')
  const html = await page.text()
  expect(html).not.toMatch(/https?:|<style|<script>|style=|\son\w+=/)
  const files = [...html.matchAll(/(?:src|href)="(graphiql\/[^"]+)"/g)].map(([, file = '']) => file)
  expect(files).toHaveLength(6)
  for (const file of files) {
    const served = await fetch(`${backend.url}/${file}`)
    expect([served.status, served.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
    expect((await served.text()).length).toBeGreaterThan(100)
  }
})

test('429: an address over its limit is refused', async () => {
  await using backend = await startTestBackend({ ADDRESS_REQUESTS_PER_MINUTE: '2' })
  const headers = { 'x-forwarded-for': `203.3.${process.pid % 256}.1` }
  const ask = () => fetch(`${backend.url}/graphiql`, { headers })
  const statuses = [await ask(), await ask(), await ask()].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 429])
})
