import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestBackend, startTestBackend } from '../../testing/start-test-backend.ts'

const directory = mkdtempSync(join(tmpdir(), 'console-'))
const script = 'export const answer = 42\n'
let backend: TestBackend

beforeAll(async () => {
  mkdirSync(join(directory, 'assets'))
  mkdirSync(join(directory, '.vite'))
  writeFileSync(
    join(directory, 'index.html'),
    '<!doctype html><meta name="gateway-url" content="" /><title>Console</title>',
  )
  writeFileSync(join(directory, 'theme.js'), script)
  writeFileSync(join(directory, '.vite/manifest.json'), '{}')
  for (const [suffix, body] of [
    ['', script],
    ['.br', brotliCompressSync(script)],
    ['.gz', gzipSync(script)],
  ] as const)
    writeFileSync(join(directory, `assets/index-a1b2.js${suffix}`), body)
  backend = await startTestBackend({
    CONSOLE_DIRECTORY: directory,
    PUBLIC_GATEWAY_URL: 'https://api.example.com/llm/v1/?a=1&b="2"',
  })
})
afterAll(async () => {
  await backend[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true })
})

const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${backend.url}${path}`, { headers })

test.each(['/', '/login', '/c/0193/spend?from=1', '/account/email', '/admin/logs'])(
  '200: %s is a page of the console, under a policy that lets only its own files run',
  async (path) => {
    const response = await read(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).not.toContain('unsafe')
    // The playground connects to the gateway, and nothing is loaded from there.
    expect(policy.match(/https:[^;]*/g)).toEqual(['https://api.example.com'])
    for (const rule of [
      `default-src 'none'`,
      `script-src 'self'`,
      `connect-src 'self' https://api.example.com`,
      `require-trusted-types-for 'script'`,
    ])
      expect(policy).toContain(rule)
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await response.text()).toContain('<title>Console</title>')
  },
)

test('200: a page names the address of the gateway, in every encoding', async () => {
  for (const encoding of ['br', 'gzip', 'identity']) {
    const response = await read('/login', { 'accept-encoding': encoding })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(
      '<meta name="gateway-url" content="https://api.example.com/llm/v1/?a=1&amp;b=%222%22" />',
    )
  }
})

test.each([
  ['br', 'gzip, deflate, br'],
  ['gzip', 'gzip'],
  [null, 'identity'],
])(
  '200: a hashed file is sent as %s to a browser that accepts %s, and never asked for again',
  async (encoding, accepted) => {
    const response = await read('/assets/index-a1b2.js', { 'accept-encoding': accepted })
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding])
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('content-type')).toContain('javascript')
    expect(await response.text()).toBe(script)
  },
)

test('200: a file without a hash in its name is asked for again', async () => {
  const response = await read('/theme.js')
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).not.toContain('immutable')
})

test('304: a page that the browser has is not sent again', async () => {
  const etag = (await read('/login')).headers.get('etag') ?? ''
  const response = await read('/account', { 'if-none-match': etag })
  expect(response.status).toBe(304)
  expect(await response.text()).toBe('')
})

test.each([
  '/assets/index-old.js',
  '/assets/../index.html',
  '/assets/%2e%2e/.vite/manifest.json',
  '/nothing',
  '/.vite/manifest.json',
])('404: %s is neither a page nor a file of the console', async (path) => {
  expect((await read(path)).status).toBe(404)
})

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test.each(['/nowhere', '/index.html', '/nowhere/at/all?x=1'])(
  '404: a browser at %s gets the page of the console that says so',
  async (path) => {
    const response = await read(path, browser)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(response.headers.get('content-security-policy')).toContain(`default-src 'none'`)
    expect(await response.text()).toContain('<title>Console</title>')
  },
)

test('404: API clients get the error body at an unknown path, and browsers a 405 where another method is right', async () => {
  const response = await read('/nowhere', { accept: '*/*' })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    404,
    expect.stringContaining('json') as string,
  ])
  expect((await read('/payments/webhook', browser)).status).toBe(405)
  const posted = await fetch(`${backend.url}/nowhere`, { method: 'POST', headers: browser })
  expect([posted.status, posted.headers.get('content-type')]).toEqual([
    404,
    expect.stringContaining('json') as string,
  ])
})

test('404: without a directory there is no console', async () => {
  await using other = await startTestBackend()
  expect((await fetch(`${other.url}/login`)).status).toBe(404)
})
