import { addUser } from '@gatehouse/testkit/seed-backend'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf, readGraphql } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())

const changing = `mutation ($current: String!, $next: String!) {
  changePassword(currentPassword: $current, newPassword: $next) { user { id } } }`
const loggingIn = `mutation ($email: String!, $password: String!) {
  login(email: $email, password: $password) { expiresAt } }`

const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''

async function refresh(cookie: string) {
  return readGraphql(await backend.post({ query: 'mutation { refresh { expiresAt } }' }, { cookie }))
}

test('a changed password ends all earlier sessions and opens a new one', async () => {
  const user = await addUser(backend.database, { password: 'the current password' })
  const logIn = (password: string) =>
    backend.post({ query: loggingIn, variables: { email: user.email, password } })
  const before = cookieOf(await logIn('the current password'))
  const { data } = await backend.ask(changing, {
    user,
    variables: { current: 'the current password', next: 'the replacement password' },
  })
  expect(data).toEqual({ changePassword: { user: { id: user.id } } })
  expect(codesOf(await refresh(before))).toEqual(['UNAUTHENTICATED'])
  expect(codesOf(await readGraphql(await logIn('the current password')))).toEqual(['UNAUTHENTICATED'])
  expect(codesOf(await refresh(cookieOf(await logIn('the replacement password'))))).toEqual([])
})

test('a wrong current password changes nothing, and attempts to guess it are limited', async () => {
  const user = await addUser(backend.database, { password: 'the current password' })
  const change = (current: string, next: string) =>
    backend.ask(changing, { user, variables: { current, next } })
  expect(codesOf(await change('the current password', 'short'))).toEqual(['BAD_USER_INPUT'])
  const bodies = [await change('a guess', 'the replacement password')]
  expect(codesOf(bodies[0] ?? {})).toEqual(['BAD_USER_INPUT'])
  for (let guess = 0; guess < 10; guess += 1) bodies.push(await change('a guess', 'the replacement password'))
  expect(bodies.at(-1)?.errors?.[0]?.extensions.fault).toBe('identity.too_many_attempts')
})
