// Passkeys of users under test.
import { randomFillSync } from 'node:crypto'
import { requestPasskey } from '@gatehouse/identity/check-passkey'
import { beginPasskeyRegistration, toUserHandle } from '@gatehouse/identity/register-passkey'
import type { User } from '@gatehouse/identity/users'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import type { Database } from '@gatehouse/schema/database'
import { addSession } from './seed-backend.ts'
import {
  type PasskeyAnswer,
  type SoftwareAuthenticator,
  createSoftwareAuthenticator,
} from './software-authenticator.ts'

/** Origin of the pages of a backend under test that has `testPasskeySettings`. */
export const testOrigin = 'https://console.test.example'

export const testPasskeySettings = { PASSKEY_ORIGINS: testOrigin }

const ids = createIds(createSystemClock())
const fillRandom = randomFillSync
const relyingParty = { id: new URL(testOrigin).hostname, origins: [testOrigin] }

export type SeededPasskey = { passkeyId: string; authenticator: SoftwareAuthenticator }

export async function addPasskey(database: Database, userId: string): Promise<SeededPasskey> {
  const authenticator = createSoftwareAuthenticator(testOrigin)
  const { id, publicKey } = authenticator.mint(Buffer.from(toUserHandle(userId)).toString('base64url'))
  const passkeyId = ids.uuid()
  await database
    .insertInto('passkeys')
    .values({
      id: passkeyId,
      user_id: userId,
      name: 'Laptop',
      credential_id: id,
      public_key: publicKey,
      counter: 0n,
      transports: ['internal'],
      device_type: 'SINGLE_DEVICE',
      is_backed_up: false,
    })
    .execute()
  return { passkeyId, authenticator }
}

/** A new session, and the answer with which it can register a passkey. */
export async function answerRegistration(
  database: Database,
  user: User,
): Promise<{ cookie: string; response: PasskeyAnswer }> {
  const { cookie } = await addSession(database, user.id)
  const token = new Secret(cookie.replace(/^[^=]*=/, ''))
  const deps = { database, ids, fillRandom, relyingParty }
  const { options } = await beginPasskeyRegistration(deps, { user, token })
  return { cookie, response: createSoftwareAuthenticator(testOrigin).create(options) }
}

/** A new session, and the answer of a passkey that confirms it. */
export async function answerReauthentication(
  database: Database,
  userId: string,
): Promise<{ cookie: string; response: PasskeyAnswer }> {
  const { authenticator } = await addPasskey(database, userId)
  const { cookie, sessionId } = await addSession(database, userId)
  const deps = { database, ids, fillRandom, relyingParty }
  const { options } = await requestPasskey(deps, { purpose: 'REAUTHENTICATE', userId, sessionId })
  return { cookie, response: authenticator.get(options) }
}

/** The answer of a passkey that logs the user in without a password. */
export async function answerLogin(database: Database, userId: string): Promise<{ response: PasskeyAnswer }> {
  const { authenticator } = await addPasskey(database, userId)
  const { options } = await requestPasskey({ database, ids, fillRandom, relyingParty }, { purpose: 'LOG_IN' })
  return { response: authenticator.get(options) }
}
