// The access token: a JWT, HS256, with exactly sub, email, iat and exp. It identifies the user and carries no
// permissions: those are read from the database on every request.
import type { Clock } from '@gatehouse/runtime/clock'
import type { Secret } from '@gatehouse/runtime/secret'
import { SignJWT, errors, jwtVerify } from 'jose'
import { z } from 'zod'

/** Tokens are signed with the current secret; those signed with the previous one are accepted until they expire. */
export type TokenSecrets = { current: Secret; previous?: Secret }

export type AccessTokens = {
  issue(user: { id: string; email: string }): Promise<AccessToken>
  /** Undefined unless the token is ours and currently valid. The reason is not disclosed. */
  verify(token: string): Promise<TokenClaims | undefined>
}

export type AccessToken = { token: string; expiresAt: Date }

export type TokenClaims = { userId: string; expiresAt: Date }

const lifetimeSeconds = 15 * 60
// Another service may sign tokens for us with a longer lifetime, up to this limit.
const lifetimeSecondsMax = 24 * 60 * 60
// Longer than any token of ours; anything longer is rejected without parsing.
const tokenLengthMax = 4_096

// Strict: a token with an issuer, an audience or a purpose was made for another service, even if it was signed with our
// secret.
const claimsSchema = z.strictObject({
  sub: z.uuid(),
  email: z.string().min(1),
  iat: z.number().int().nonnegative(),
  exp: z.number().int().nonnegative(),
})

export function createAccessTokens(
  { current, previous }: TokenSecrets,
  clock: Pick<Clock, 'wallMs'>,
): AccessTokens {
  const signingKey = toKey(current)
  const verifyingKeys = previous ? [signingKey, toKey(previous)] : [signingKey]
  return {
    async issue({ id, email }) {
      const issuedAt = Math.floor(clock.wallMs() / 1_000)
      const expiresAt = issuedAt + lifetimeSeconds
      const token = await new SignJWT({ sub: id, email, iat: issuedAt, exp: expiresAt })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .sign(signingKey)
      return { token, expiresAt: new Date(expiresAt * 1_000) }
    },
    async verify(token) {
      if (token.length > tokenLengthMax || !isSpeltAsIssued(token)) return undefined
      const nowMs = clock.wallMs()
      for (const key of verifyingKeys) {
        const claims = await readClaims(token, key, nowMs)
        if (claims) return claims
      }
      return undefined
    },
  }
}

/**
 * Several spellings of the signature decode to the same bytes: with white space in it, or with other unused bits in its last
 * letter. Only the one that we issue is accepted, so that a token has one text. Header and claims are signed as spelt.
 */
function isSpeltAsIssued(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

async function readClaims(token: string, key: Uint8Array, nowMs: number): Promise<TokenClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ: 'JWT',
      currentDate: new Date(nowMs),
    })
    const claims = claimsSchema.parse(payload)
    const isTooLong = claims.exp * 1_000 - nowMs > lifetimeSecondsMax * 1_000
    return isTooLong ? undefined : { userId: claims.sub, expiresAt: new Date(claims.exp * 1_000) }
  } catch (thrown) {
    if (thrown instanceof errors.JOSEError || thrown instanceof z.ZodError) return undefined
    throw thrown
  }
}

function toKey(secret: Secret): Uint8Array {
  return new TextEncoder().encode(secret.reveal())
}
