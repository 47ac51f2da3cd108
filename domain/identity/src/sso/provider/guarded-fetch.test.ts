import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JudgeAddress, createGuardedFetch } from './guarded-fetch.ts'

const requests: string[] = []
const server = createServer((request, response) => {
  requests.push(request.url ?? '')
  if (request.url === '/redirect') response.writeHead(302, { location: '/target' }).end()
  else if (request.url === '/large') response.end('x'.repeat(2_000_000))
  else response.end('{}')
})
let port: number

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;({ port } = server.address() as AddressInfo)
})
afterAll(() => server.close())

const publicOnly: JudgeAddress = (address) => (address === '203.0.113.1' ? 'public' : 'forbidden')
const loopback: JudgeAddress = (address) => (address.startsWith('127.') ? 'allowed' : 'forbidden')

const reasonOf = (thrown: unknown): unknown => {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown
  return (cause as { context?: { reason?: string } }).context?.reason
}

async function failureOf(url: string, judgeAddress: JudgeAddress, addresses: readonly string[] = []) {
  const resolve = async () => addresses.map((address) => ({ address, family: 4 }))
  const guarded = createGuardedFetch({ judgeAddress, resolve })
  try {
    await (await guarded.fetch(url)).text()
    return 'answered'
  } catch (thrown) {
    return reasonOf(thrown) ?? thrown
  } finally {
    await guarded.close()
  }
}

test.each([
  ['an address that is not public', () => `https://127.0.0.1:${port}/`, 'the address is not public'],
  ['an address in another notation', () => `https://2130706433:${port}/`, 'the address is not public'],
  ['an IPv6 address', () => `https://[::1]:${port}/`, 'the address is not public'],
  ['plain http', () => 'http://login.example/', 'the url does not begin with https://'],
  ['a file', () => 'file:///etc/passwd', 'the url does not begin with https://'],
])('%s is refused', async (_name, url, reason) => {
  expect(await failureOf(url(), publicOnly)).toBe(reason)
})

test('a host that resolves to an address that is not public is refused, also if others are public', async () => {
  requests.length = 0
  for (const addresses of [['127.0.0.1'], ['203.0.113.1', '127.0.0.1'], []])
    expect(await failureOf(`https://login.example:${port}/`, publicOnly, addresses)).toBe(
      'the host has no public address',
    )
  expect(requests).toEqual([])
})

test('a named range is reached by plain http, without following redirects', async () => {
  requests.length = 0
  const guarded = createGuardedFetch({ judgeAddress: loopback })
  const response = await guarded.fetch(`http://127.0.0.1:${port}/redirect`)
  expect(response.status).toBe(302)
  await response.text()
  await guarded.close()
  expect(requests).toEqual(['/redirect'])
})

test('an answer that is too large is cut', async () => {
  expect(await failureOf(`http://127.0.0.1:${port}/large`, loopback)).not.toBe('answered')
})
