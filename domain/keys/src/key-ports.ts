import type { ApiKey, KeyStatus } from './api-key.ts'

export type KeyQuery = { hashes: readonly Buffer[]; ids: readonly string[] }

/** A key with the state of its company, as gateways need it. */
export type CallerKey = ApiKey &
  Readonly<{
    isCompanySuspended: boolean
    /** The company's hard budgets, in micro-credits per month; left out if it has none. */
    budgets?: Readonly<{ company?: bigint; aliases: ReadonlyMap<string, bigint> }>
  }>

/** A key that was revoked or has expired. */
export type EndedKey = Readonly<{ id: string; companyId: string; status: Exclude<KeyStatus, 'live'> }>

/** A key as it was read, in any status. `incarnation` is that of the database; null if it was read from a standby. */
export type FoundKey = { key: CallerKey; hash: Buffer; incarnation: string | null }

/** Whether calls with the key may continue. `suspended` is the company's state and may end; `ended` is final. */
export type KeyStanding = 'live' | 'suspended' | 'ended'

/** Finds all keys with one of the hashes or ids, in one database query. */
export type FindKeys = (query: KeyQuery) => Promise<readonly FoundKey[]>

/**
 * A state of the database. Versions of different incarnations (another timeline, cluster or database) cannot be
 * compared.
 */
export type KeyVersion = Readonly<{ incarnation: string; snapshot: string }>

export type KeyChanges = Readonly<{
  version: KeyVersion
  /** False if any key may have changed since: there was no earlier version, or its changes cannot be listed. */
  isComplete: boolean
  keyIds: readonly string[]
  /** Companies of which all keys have to be read again. */
  companyIds: readonly string[]
}>

/** What has changed since an earlier version. Rejects if that cannot be known, for example on a standby. */
export type ReadKeyChanges = (since: KeyVersion | undefined) => Promise<KeyChanges>

/** Records when the keys were last used. */
export type TouchKeys = (uses: readonly KeyUse[]) => Promise<void>

export type KeyUse = { keyId: string; at: Date }

// Messages between processes: a key has ended, or a company was suspended or resumed. Messages may be lost, so gateways
// do not depend on them: they also read every second what has changed.

/** Called after the end is committed. Resolves to false if the message could not be sent; never rejects. */
export type AnnounceKeyEnd = (keyId: string) => Promise<boolean>

/**
 * Called after the change is committed. The message contains only the company's id; its state is read from the
 * database.
 */
export type AnnounceCompanyChange = (companyId: string) => Promise<boolean>

/** Listens until closed, across reconnections. */
export type SubscribeToKeyEnds = (
  onEnd: (keyId: string) => void,
  onCompanyChange: (companyId: string) => void,
) => { close(): void }
