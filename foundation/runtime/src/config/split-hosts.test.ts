import { expect, test } from 'vitest'
import { splitHosts } from './split-hosts.ts'

test.each([
  ['postgres://a:5432/name', ['postgres://a:5432/name']],
  [
    'postgres://user:pass@a:5432,b:5433/name?sslmode=require',
    ['postgres://user:pass@a:5432/name?sslmode=require', 'postgres://user:pass@b:5433/name?sslmode=require'],
  ],
  ['postgres://a,b', ['postgres://a', 'postgres://b']],
  // A comma that does not separate hosts.
  ['postgres://user:a,b@host/name?options=c,d', ['postgres://user:a,b@host/name?options=c,d']],
  ['not a URL', ['not a URL']],
])('%s', (url, expected) => {
  expect(splitHosts(url)).toEqual(expected)
})
