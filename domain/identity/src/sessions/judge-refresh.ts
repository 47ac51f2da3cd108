// Decides what happens when a refresh token is presented. Tabs of one browser share their cookies without knowing of each
// other, so a repeat within the leeway by the same client gets the token that the session has now. A repeat by another
// client, which may be a thief or the owner on another network, gets a new token and replaces the other one: a request that
// presents the replaced token ends the session.
import type { Secret } from '@gatehouse/runtime/secret'
import { deriveSuccessor, hashRefreshToken } from '../token/refresh-token.ts'

// Longer than a page takes to reload and to ask again, and short for a thief.
export const leewaySeconds = 10

/** A token of the session, as stored. */
export type StoredToken = {
  hash: Buffer
  expiresAt: Date
  isInTime: boolean
  isReplaced: boolean
  isUsed: boolean
  /** Whether the first use was within the leeway. */
  isRecent: boolean
  /** Hash of the client that used it. */
  usedFrom: Buffer | null
  successorHash: Buffer | null
  successorSalt: Buffer | null
}

export type Judgement =
  | { kind: 'over' }
  | { kind: 'reused' }
  /** The token was not used before. */
  | { kind: 'exchange' }
  /** The client gets the session's present token once more. */
  | { kind: 'repeat'; token: Secret; expiresAt: Date }
  /** The client gets a new token instead of this successor. */
  | { kind: 'replace'; successorHash: Buffer }

export function judgeRefresh(presented: Secret, tokens: readonly StoredToken[], client: Buffer): Judgement {
  const byHash = new Map(tokens.map((token) => [token.hash.toString('hex'), token]))
  const stored = byHash.get(hashRefreshToken(presented).toString('hex'))
  if (!stored) return { kind: 'over' }
  if (stored.isReplaced) return { kind: 'reused' }
  if (!stored.isUsed) return { kind: stored.isInTime ? 'exchange' : 'over' }
  if (!stored.isRecent) return { kind: 'reused' }
  const present = findPresentToken(presented, byHash, client)
  if (present) return { kind: 'repeat', ...present }
  const successor = stored.successorHash && byHash.get(stored.successorHash.toString('hex'))
  const isReplaceable = successor && !successor.isUsed && !successor.isReplaced
  return isReplaceable ? { kind: 'replace', successorHash: successor.hash } : { kind: 'reused' }
}

/**
 * Follows the successors of a token to the one that is not used yet. Undefined if another client used one of them, or if
 * one was used before the leeway.
 */
function findPresentToken(
  presented: Secret,
  byHash: ReadonlyMap<string, StoredToken>,
  client: Buffer,
): { token: Secret; expiresAt: Date } | undefined {
  let token = presented
  // Each step leads to another stored token, so there are at most as many steps as tokens.
  for (const _step of byHash) {
    const stored = byHash.get(hashRefreshToken(token).toString('hex'))
    if (!stored || stored.isReplaced) return undefined
    if (!stored.isUsed) return stored.isInTime ? { token, expiresAt: stored.expiresAt } : undefined
    if (!stored.isRecent || !stored.successorSalt || !stored.usedFrom?.equals(client)) return undefined
    token = deriveSuccessor(token, stored.successorSalt)
  }
  return undefined
}
