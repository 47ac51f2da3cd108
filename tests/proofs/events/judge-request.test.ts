import { expect, test } from 'vitest'
import { signEvent } from '@gatehouse/outgoing-events/sign-event'
import { findRequestFault } from './judge-request.ts'

const secret = `whsec_${Buffer.from('k'.repeat(32)).toString('base64')}`
const other = `whsec_${Buffer.from('o'.repeat(32)).toString('base64')}`
const nowMs = Date.parse('2026-11-19T10:00:00Z')
const body = '{"type":"key.created","data":{"keyId":"healthy 1"}}'
const expected = { host: '127.0.0.1:80', secret, nowMs }

/** Signed by the product, whose signatures its own tests verify with the published package. */
function request({ signedWith = secret, sentMs = nowMs, bytes = Buffer.from(body) } = {}) {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    ...signEvent({ id: 'event', sentAtMs: sentMs, body }, [signedWith]),
  }
  return {
    method: 'POST',
    host: '127.0.0.1:80',
    header: (name: string) => headers[name],
    bytes,
  }
}

test('a request as documented has no fault', () => {
  expect(findRequestFault(request(), expected)).toBeUndefined()
})

test.each([
  ['a signature with another secret', request({ signedWith: other }), 'has no signature'],
  ['one changed byte', request({ bytes: Buffer.from(`${body} `) }), 'has no signature'],
  ['an old timestamp', request({ sentMs: nowMs - 301_000 }), 'timestamp'],
  ['another host', { ...request(), host: '127.0.0.2:80' }, 'was sent to'],
  ['another method', { ...request(), method: 'PUT' }, 'is a PUT'],
  ['no headers', { ...request(), header: () => undefined }, 'is not JSON'],
])('a request with %s is found', (_what, wrong, fault) => {
  expect(findRequestFault(wrong, expected)).toContain(fault)
})
