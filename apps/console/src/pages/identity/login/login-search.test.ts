import { expect, test } from 'vitest'
import { readLoginSearch, readReturnPath } from './login-search.ts'

test.each(['/', '/c/1?x=2#y', '/account'])('%s is a path to return to', (path) => {
  expect(readReturnPath(path)).toBe(path)
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'x',
  '',
  7,
  undefined,
  '/\tx',
  '/login?x=1',
])('%j leads to the start page instead', (given) => {
  expect(readReturnPath(given)).toBe('/')
})

test('a failed single sign-on is read from the query', () => {
  expect(readLoginSearch({ error: 'sso.required', request_id: 'r' })).toEqual({
    return: '/',
    ended: false,
    unconfirmed: false,
    error: 'sso.required',
    requestId: 'r',
  })
})
