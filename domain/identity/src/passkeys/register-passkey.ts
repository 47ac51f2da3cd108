// Registers a passkey: the browser gets options with a challenge, and sends back the public key of a new credential.
import type { AuditActor } from '@gatehouse/audit/record-audit-entry'
import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { generateRegistrationOptions } from '@simplewebauthn/server'
import { issueFirstRecoveryCodes } from '../factors/recovery-codes.ts'
import { requireSession } from '../sessions/recent-login.ts'
import type { FillRandom } from '../token/refresh-token.ts'
import type { User } from '../users.ts'
import {
  type Passkey,
  auditPasskey,
  checkPasskeyName,
  listCredentials,
  lockFactors,
  passkeyColumns,
  toPasskey,
} from './passkey.ts'
import { passkeyChallengeOver, passkeyExists, tooManyPasskeys } from './passkey-faults.ts'
import { type RelyingParty, requireRelyingParty } from './passkey-settings.ts'
import { readRegistration } from './read-response.ts'
import { type NewCredential, keyAlgorithms, verifyRegistration } from './verify-registration.ts'
import { challengeMs, openWebauthnChallenge, takeWebauthnChallenge } from './webauthn-challenge.ts'

export type PasskeyDeps = {
  database: Database
  ids: Ids
  fillRandom: FillRandom
  relyingParty: RelyingParty | undefined
}

/** `options` is for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of the browser. */
export type PasskeyRequest = { options: unknown; expiresAt: Date }

/** A logged-in user, with the refresh token of their session. */
export type SessionUser = { user: User; token: Secret | undefined }

const siteName = 'Gatehouse'
const passkeysMax = 20

export async function beginPasskeyRegistration(
  deps: PasskeyDeps,
  { user, token }: SessionUser,
): Promise<PasskeyRequest> {
  const { id: rpID } = requireRelyingParty(deps)
  const sessionId = await requireSession(deps.database, { userId: user.id, token })
  const existing = await listCredentials(deps.database, user.id)
  if (existing.length >= passkeysMax) throw tooManyPasskeys(passkeysMax)
  const bound = { purpose: 'REGISTER', userId: user.id, sessionId } as const
  const { challenge, expiresAt } = await openWebauthnChallenge(deps, bound)
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID,
    userID: toUserHandle(user.id),
    userName: user.email,
    challenge,
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: existing,
    // Preferred, not required: a security key without storage or PIN still is a good second factor.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: [...keyAlgorithms],
  })
  return { options, expiresAt }
}

export type AddedPasskey = { passkey: Passkey; recoveryCodes: string[] }

/** Returns new recovery codes, too, or none if the user has some. */
export async function finishPasskeyRegistration(
  deps: PasskeyDeps,
  { user, token, response, name }: SessionUser & { response: unknown; name: string },
  by: AuditActor,
): Promise<AddedPasskey> {
  const relyingParty = requireRelyingParty(deps)
  const checked = checkPasskeyName(name)
  const sessionId = await requireSession(deps.database, { userId: user.id, token })
  const given = readRegistration(response)
  const bound = { purpose: 'REGISTER', userId: user.id, sessionId } as const
  if (!(await takeWebauthnChallenge(deps.database, given.challenge, bound))) throw passkeyChallengeOver()
  const credential = await verifyRegistration(given, relyingParty)
  return deps.database.transaction().execute(async (tx) => {
    await lockFactors(tx, user.id)
    const existing = await listCredentials(tx, user.id)
    if (existing.length >= passkeysMax) throw tooManyPasskeys(passkeysMax)
    const passkey = await insertPasskey({ ids: deps.ids, tx }, { userId: user.id, name: checked, credential })
    const details = { passkey: passkey.id, name: checked }
    await auditPasskey({ ids: deps.ids, tx }, { action: 'user.add_passkey', userId: user.id, details }, by)
    return { passkey, recoveryCodes: await issueFirstRecoveryCodes({ ...deps, tx }, user.id, by) }
  })
}

async function insertPasskey(
  { ids, tx }: { ids: Ids; tx: Transaction },
  { userId, name, credential }: { userId: string; name: string; credential: NewCredential },
): Promise<Passkey> {
  const row = await tx
    .insertInto('passkeys')
    .values({
      id: ids.uuid(),
      user_id: userId,
      name,
      credential_id: credential.id,
      public_key: credential.publicKey,
      counter: BigInt(credential.counter),
      transports: credential.transports,
      device_type: credential.isSingleDevice ? 'SINGLE_DEVICE' : 'MULTI_DEVICE',
      is_backed_up: credential.isBackedUp,
    })
    .returning(passkeyColumns)
    .executeTakeFirstOrThrow()
    .catch((thrown: unknown) => {
      throw constraintFault(thrown, { passkeys_credential_key: passkeyExists })
    })
  return toPasskey(row)
}

/** The bytes of the user's id: authenticators return them when a user logs in without naming an account. */
export function toUserHandle(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'))
}
