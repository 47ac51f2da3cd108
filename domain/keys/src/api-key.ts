export const scopes = ['inference:chat', 'inference:parse', 'usage:read', 'jobs:read'] as const
export type Scope = (typeof scopes)[number]

/** Scopes of a key that is created without a choice. Reading the company's jobs must be chosen explicitly. */
export const defaultScopes: readonly Scope[] = ['inference:chat', 'inference:parse', 'usage:read']

export const defaultRpmLimit = 300
export const defaultTpmLimit = 200_000

/** All settings and dates of a key. The raw key is not included, because it is not stored anywhere. */
export type ApiKey = Readonly<{
  id: string
  companyId: string
  name: string
  /** The last four characters of the raw key. */
  hint: string
  scopes: readonly Scope[]
  /** Null allows every alias. */
  modelAllowlist: readonly string[] | null
  rpmLimit: number
  tpmLimit: number
  monthlyCreditCapMicros: bigint | null
  /** Whether the key may read the usage of the whole company rather than only its own. */
  mayReadCompanyUsage: boolean
  /** Id of the user who created the key; null if an operator did. */
  createdBy: string | null
  createdAt: Date
  expiresAt: Date | null
  /** Accurate to about two minutes. */
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
