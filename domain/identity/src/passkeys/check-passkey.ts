// Checks the signature that a passkey made for one of our challenges.
import type { AuditActor } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Transaction } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { type Selectable, sql } from 'kysely'
import type { LoginActor } from '../login/log-in.ts'
import { auditPasskey, listCredentials } from './passkey.ts'
import {
  passkeyChallengeOver,
  passkeyCloned,
  passkeyNotKnown,
  passkeyNotVerified,
  passkeyRefused,
} from './passkey-faults.ts'
import { type RelyingParty, requireRelyingParty } from './passkey-settings.ts'
import { type GivenAssertion, readAssertion } from './read-response.ts'
import { type PasskeyDeps, type PasskeyRequest, toUserHandle } from './register-passkey.ts'
import {
  type ChallengeBinding,
  challengeMs,
  openWebauthnChallenge,
  takeWebauthnChallenge,
} from './webauthn-challenge.ts'

/** Whether the authenticator must have verified the user, because no password is given besides the passkey. */
function needsVerification({ purpose }: ChallengeBinding): boolean {
  return purpose !== 'CONFIRM_LOGIN'
}

/** Without a user in the binding, the browser offers all passkeys that it has for this site. */
export async function requestPasskey(deps: PasskeyDeps, bound: ChallengeBinding): Promise<PasskeyRequest> {
  const { id: rpID } = requireRelyingParty(deps)
  const allowed = 'userId' in bound ? await listCredentials(deps.database, bound.userId) : []
  if ('userId' in bound && allowed.length === 0) throw passkeyNotKnown()
  const { challenge, expiresAt } = await openWebauthnChallenge(deps, bound)
  const options = await generateAuthenticationOptions({
    rpID,
    challenge,
    timeout: challengeMs,
    allowCredentials: allowed,
    userVerification: needsVerification(bound) ? 'required' : 'preferred',
  })
  return { options, expiresAt }
}

export type CheckedPasskey = { passkeyId: string; userId: string }

type PasskeyRow = Pick<Selectable<Tables['passkeys']>, 'id' | 'user_id' | 'public_key' | 'counter'>

/**
 * Uses up the challenge, even if the check fails. The counter is stored here and not with what the passkey authorises,
 * because the authenticator has counted this use in any case.
 */
export async function checkPasskey(
  deps: Pick<PasskeyDeps, 'database' | 'ids' | 'relyingParty'>,
  { response, bound }: { response: unknown; bound: ChallengeBinding },
  from: LoginActor,
): Promise<CheckedPasskey> {
  const relyingParty = requireRelyingParty(deps)
  const given = readAssertion(response)
  if (!(await takeWebauthnChallenge(deps.database, given.challenge, bound))) throw passkeyChallengeOver()
  const outcome = await deps.database.transaction().execute(async (tx) => {
    const row = await findPasskey(tx, given, bound)
    const used = await verifyAssertion(given, row, relyingParty)
    if (needsVerification(bound) && !used.isVerified) throw passkeyNotVerified()
    const by = { ...from, actor: { kind: 'user', id: row.user_id } } as const
    if (!(await countUse({ ids: deps.ids, tx }, { row, used }, by))) return 'cloned'
    return { passkeyId: row.id, userId: row.user_id }
  })
  // Thrown outside the transaction, which has to commit the audit entry.
  if (outcome === 'cloned') throw passkeyCloned()
  return outcome
}

/** The row lock makes concurrent uses of one passkey wait for each other, so that each is compared with the one before. */
async function findPasskey(
  tx: Transaction,
  { id, response }: GivenAssertion,
  bound: ChallengeBinding,
): Promise<PasskeyRow> {
  const row = await tx
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'public_key', 'counter'])
    .where('credential_id', '=', Buffer.from(id, 'base64url'))
    .forUpdate()
    .executeTakeFirst()
  if (!row || ('userId' in bound && row.user_id !== bound.userId)) throw passkeyNotKnown()
  const handle = response.userHandle || undefined
  const isTheirs = handle === Buffer.from(toUserHandle(row.user_id)).toString('base64url')
  // A login that names no account has to state whose passkey it is.
  if (!isTheirs && (handle !== undefined || bound.purpose === 'LOG_IN'))
    throw passkeyRefused('the user handle is not that of the owner')
  return row
}

type PasskeyUse = { counter: number; isVerified: boolean; isBackedUp: boolean }

/** Throws unless the signature is valid for this challenge, origin and domain. */
async function verifyAssertion(
  given: GivenAssertion,
  { public_key, counter }: PasskeyRow,
  { id: expectedRPID, origins }: RelyingParty,
): Promise<PasskeyUse> {
  const { userHandle, ...response } = given.response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...given, response: { ...response, ...(userHandle ? { userHandle } : {}) } },
    expectedChallenge: given.challenge,
    expectedOrigin: [...origins],
    expectedRPID,
    // The library compares counters before it checks the signature. `countUse` does it afterwards, so that only a real
    // copy of the passkey is recorded as one.
    credential: { id: given.id, publicKey: Uint8Array.from(public_key), counter: 0 },
    requireUserVerification: false,
  }).catch((error: unknown) => {
    throw passkeyRefused(error instanceof Error ? error.message : 'verification failed', error)
  })
  if (!verified) throw passkeyRefused(`the signature is wrong; the stored counter is ${counter}`)
  return {
    counter: authenticationInfo.newCounter,
    isVerified: authenticationInfo.userVerified,
    isBackedUp: authenticationInfo.credentialBackedUp,
  }
}

/**
 * Stores the use, or returns false and records it if the counter did not rise: then another authenticator has used the
 * same key. Authenticators that do not count always send 0.
 */
async function countUse(
  { ids, tx }: { ids: Ids; tx: Transaction },
  { row, used }: { row: PasskeyRow; used: PasskeyUse },
  by: AuditActor,
): Promise<boolean> {
  const isCounting = used.counter > 0 || row.counter > 0n
  if (isCounting && BigInt(used.counter) <= row.counter) {
    const details = { passkey: row.id, counter: used.counter, counter_before: Number(row.counter) }
    await auditPasskey(
      { ids, tx },
      { action: 'user.refuse_cloned_passkey', userId: row.user_id, details },
      by,
    )
    return false
  }
  await tx
    .updateTable('passkeys')
    .set({ counter: BigInt(used.counter), is_backed_up: used.isBackedUp, last_used_at: sql`now()` })
    .where('id', '=', row.id)
    .execute()
  return true
}
