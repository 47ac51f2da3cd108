export const scopes = ['inference:chat', 'inference:parse', 'usage:read', 'jobs:read'] as const
export type Scope = (typeof scopes)[number]

/** What a key may do if nobody chose. Reading the company's jobs is for those who asked for it. */
export const defaultScopes: readonly Scope[] = ['inference:chat', 'inference:parse', 'usage:read']

export const defaultRpmLimit = 300
export const defaultTpmLimit = 200_000

/** Everything there is to know of a key but the key itself, which nobody keeps. */
export type ApiKey = Readonly<{
  id: string
  companyId: string
  name: string
  /** The last four characters of the key. */
  hint: string
  scopes: readonly Scope[]
  /** Null is every alias. */
  modelAllowlist: readonly string[] | null
  rpmLimit: number
  tpmLimit: number
  monthlyCreditCapMicros: bigint | null
  /** Whether it may ask for the usage of the whole company and not only for its own. */
  mayReadCompanyUsage: boolean
  /** The user; null if an operator made it. */
  createdBy: string | null
  createdAt: Date
  expiresAt: Date | null
  /** To about two minutes. */
  lastUsedAt: Date | null
  revokedAt: Date | null
  rotatedFromId: string | null
}>

export type KeyStatus = 'live' | 'revoked' | 'expired'

export function keyStatus(key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): KeyStatus {
  if (key.revokedAt) return 'revoked'
  return key.expiresAt && key.expiresAt <= now ? 'expired' : 'live'
}

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text)
}
