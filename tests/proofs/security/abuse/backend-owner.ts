// A super admin whose account a stranger tries to lock.
import type { Database } from '@gatehouse/schema/database'
import { addUser } from '@gatehouse/testkit/seed-backend'

export type Owner = { email: string; password: string }

export async function addOwner(database: Database): Promise<Owner> {
  const owner = { email: 'owner@people.example', password: 'the password of the owner' }
  await addUser(database, { ...owner, isSuperAdmin: true })
  return owner
}

export type LoginOutcome = { isIn: boolean; code: string | undefined; cookie: string }

const query = `mutation ($email: String!, $password: String!) {
  login(email: $email, password: $password) { expiresAt } }`

export async function logIn(
  backendUrl: string,
  variables: Owner,
  { address, cookie = '' }: { address: string; cookie?: string },
): Promise<LoginOutcome> {
  const response = await fetch(`${backendUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
    body: JSON.stringify({ query, variables }),
  })
  const body = (await response.json()) as { errors?: { extensions: { fault: string } }[] }
  const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0])
  return { isIn: !body.errors, code: body.errors?.[0]?.extensions.fault, cookie: cookies.join('; ') }
}
