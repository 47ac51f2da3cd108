import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { cose, decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { passkeyRefused } from './passkey-faults.ts'
import type { RelyingParty } from './passkey-settings.ts'
import type { GivenRegistration } from './read-response.ts'

/** Ed25519, ECDSA with P-256, and RSA, which older security keys and Windows use. */
export const keyAlgorithms: readonly number[] = [cose.COSEALG.EdDSA, cose.COSEALG.ES256, cose.COSEALG.RS256]

export type NewCredential = {
  id: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  isSingleDevice: boolean
  isBackedUp: boolean
}

/** Throws unless the credential was made for this challenge, origin and domain. */
export async function verifyRegistration(
  given: GivenRegistration,
  { id: expectedRPID, origins }: RelyingParty,
): Promise<NewCredential> {
  refuseCertificates(given)
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: given,
    expectedChallenge: given.challenge,
    expectedOrigin: [...origins],
    expectedRPID,
    requireUserVerification: false,
    supportedAlgorithmIDs: [...keyAlgorithms],
  }).catch((error: unknown) => {
    throw passkeyRefused(error instanceof Error ? error.message : 'verification failed', error)
  })
  if (!verified) throw passkeyRefused('the attestation is not valid')
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
  return {
    id: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: [...new Set(given.response.transports)],
    isSingleDevice: credentialDeviceType === 'singleDevice',
    isBackedUp: credentialBackedUp,
  }
}

/**
 * The options ask for no attestation, so browsers send none that has certificates. To check one, the library would parse
 * them and fetch the revocation lists that they name, and this service sends no requests to addresses from a client.
 */
function refuseCertificates({ response }: GivenRegistration): void {
  try {
    const attestation = decodeAttestationObject(
      Uint8Array.from(Buffer.from(response.attestationObject, 'base64url')),
    )
    const format = attestation.get('fmt')
    const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
    if (format === 'none' || isSelfSigned) return
  } catch (error) {
    throw passkeyRefused('the attestation object cannot be read', error)
  }
  throw passkeyRefused('the attestation has certificates, which were not asked for')
}
