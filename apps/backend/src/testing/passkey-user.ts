// A user with a software authenticator who talks to a backend under test, as a browser at the console would.
import type { User } from '@gatehouse/identity/users'
import { addSession, addUser } from '@gatehouse/testkit/seed-backend'
import { testOrigin } from '@gatehouse/testkit/seed-passkeys'
import {
  type AnswerChanges,
  type SoftwareAuthenticator,
  createSoftwareAuthenticator,
} from '@gatehouse/testkit/software-authenticator'
import type { GraphqlBody } from './read-graphql.ts'
import type { TestBackend } from './start-test-backend.ts'

export const passkeyPassword = 'four words and a number'

const mutations = {
  beginPasskeyRegistration: 'mutation { beginPasskeyRegistration { options expiresAt } }',
  finishPasskeyRegistration: `mutation ($response: JSON!, $name: String!) {
    finishPasskeyRegistration(response: $response, name: $name) { passkey { id name } recoveryCodes } }`,
  beginPasskeyLogin:
    'mutation ($challenge: String) { beginPasskeyLogin(challenge: $challenge) { options expiresAt } }',
  finishPasskeyLogin: `mutation ($response: JSON!, $challenge: String) {
    finishPasskeyLogin(response: $response, challenge: $challenge) { accessToken user { id } } }`,
  beginPasskeyReauthentication: 'mutation { beginPasskeyReauthentication { options expiresAt } }',
  finishPasskeyReauthentication:
    'mutation ($response: JSON!) { finishPasskeyReauthentication(response: $response) }',
  deletePasskey: 'mutation ($passkeyId: ID!) { deletePasskey(passkeyId: $passkeyId) }',
  renamePasskey:
    'mutation ($passkeyId: ID!, $name: String!) { renamePasskey(passkeyId: $passkeyId, name: $name) { name } }',
  login: `mutation ($email: String!, $password: String!) {
    login(email: $email, password: $password) { accessToken } }`,
}

export type PasskeyUser = {
  user: User
  cookie: string
  authenticator: SoftwareAuthenticator
  /** With the access token and the session cookie of the user. */
  send(name: keyof typeof mutations, variables?: Record<string, unknown>): Promise<GraphqlBody>
  /** Without them. */
  sendAnonymously(name: keyof typeof mutations, variables?: Record<string, unknown>): Promise<GraphqlBody>
  register(changes?: AnswerChanges): Promise<GraphqlBody>
  /** The first step, and the challenge for the second one. */
  enterPassword(): Promise<string>
  logIn(challenge: string | undefined, changes?: AnswerChanges): Promise<GraphqlBody>
  reauthenticate(changes?: AnswerChanges): Promise<GraphqlBody>
}

export async function openPasskeyUser(
  backend: TestBackend,
  settings: Parameters<typeof addUser>[1] = {},
): Promise<PasskeyUser> {
  const user = await addUser(backend.database, { password: passkeyPassword, ...settings })
  const { cookie } = await addSession(backend.database, user.id)
  const authenticator = createSoftwareAuthenticator(testOrigin)
  const send: PasskeyUser['send'] = (name, variables = {}) =>
    backend.ask(mutations[name], { user, variables, headers: { cookie } })
  const sendAnonymously: PasskeyUser['send'] = (name, variables = {}) =>
    backend.ask(mutations[name], { variables })
  return {
    user,
    cookie,
    authenticator,
    send,
    sendAnonymously,
    async register(changes) {
      const options = optionsOf(await send('beginPasskeyRegistration'))
      const response = authenticator.create(options, changes)
      return send('finishPasskeyRegistration', { response, name: 'Laptop' })
    },
    async enterPassword() {
      const answer = await sendAnonymously('login', { email: user.email, password: passkeyPassword })
      return String(answer.errors?.[0]?.extensions.details?.['challenge'])
    },
    async logIn(challenge, changes) {
      const options = optionsOf(await sendAnonymously('beginPasskeyLogin', { challenge }))
      const response = authenticator.get(options, changes)
      return sendAnonymously('finishPasskeyLogin', { response, challenge })
    },
    async reauthenticate(changes) {
      const options = optionsOf(await send('beginPasskeyReauthentication'))
      return send('finishPasskeyReauthentication', { response: authenticator.get(options, changes) })
    },
  }
}

/** The options for the authenticator in the answer of an operation that begins a ceremony. */
export function optionsOf({ data, errors }: GraphqlBody): unknown {
  const [request] = Object.values(data ?? {}) as ({ options: unknown } | null)[]
  if (!request) throw new Error(`no options: ${JSON.stringify(errors)}`)
  return request.options
}
