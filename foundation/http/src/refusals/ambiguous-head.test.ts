import { expect, test } from 'vitest'
import { findAmbiguity } from './ambiguous-head.ts'

test.each(['Host', 'authorization', 'Content-Type', 'STRIPE-SIGNATURE', 'Mcp-Method', 'traceparent'])(
  '%s sent twice is refused, in any letter case',
  (name) => {
    expect(findAmbiguity(['Accept', 'a', name, '1', name.toUpperCase(), '2'], '/')).toContain(
      'more than once',
    )
  },
)

test('headers that may repeat are accepted', () => {
  expect(
    findAmbiguity(
      ['Host', 'h', 'Accept', 'a', 'Accept', 'b', 'X-Forwarded-For', '1', 'x-forwarded-for', '2'],
      '/',
    ),
  ).toBeUndefined()
})

test('a request without a host header is refused, except in HTTP/1.0', () => {
  expect(findAmbiguity(['Accept', 'a'], '/')).toBe('The header host is missing.')
  expect(findAmbiguity(['Accept', 'a'], '/', '1.0')).toBeUndefined()
})

test.each(['0.9', '1.2', '2.0'])('HTTP/%s is refused', (version) => {
  expect(findAmbiguity(['Host', 'h'], '/', version)).toBe('The request must be HTTP/1.1.')
})

test.each(['http://other/', '*', 'other:80'])('the target %j is refused', (target) => {
  expect(findAmbiguity(['Host', 'h'], target)).toBe('The request target must be a path.')
})
