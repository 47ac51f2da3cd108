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

test('a new password ends the sessions of the old one and opens one of its own', async () => {
  const user = await addUser(backend.database, { password: 'the password so far' })
  const logIn = (password: string) =>
    backend.post({ query: loggingIn, variables: { email: user.email, password } })
  const before = cookieOf(await logIn('the password so far'))
  const { data } = await backend.ask(changing, {
    user,
    variables: { current: 'the password so far', next: 'the password from now on' },
  })
  expect(data).toEqual({ changePassword: { user: { id: user.id } } })
  expect(codesOf(await refresh(before))).toEqual(['UNAUTHENTICATED'])
  expect(codesOf(await readGraphql(await logIn('the password so far')))).toEqual(['UNAUTHENTICATED'])
  expect(codesOf(await refresh(cookieOf(await logIn('the password from now on'))))).toEqual([])
})

test('the wrong current password changes nothing, and guessing it is limited', async () => {
  const user = await addUser(backend.database, { password: 'the password so far' })
  const change = (current: string, next: string) =>
    backend.ask(changing, { user, variables: { current, next } })
  expect(codesOf(await change('the password so far', 'short'))).toEqual(['BAD_USER_INPUT'])
  const bodies = [await change('a guess', 'the password from now on')]
  expect(codesOf(bodies[0] ?? {})).toEqual(['BAD_USER_INPUT'])
  for (let guess = 0; guess < 10; guess += 1) bodies.push(await change('a guess', 'the password from now on'))
  expect(bodies.at(-1)?.errors?.[0]?.extensions.fault).toBe('identity.too_many_attempts')
})
