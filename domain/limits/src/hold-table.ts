// The port to the holds in Postgres, which stand in for those in Redis while it is away.
import type { Hold } from './hold.ts'

export type HoldTable = {
  /** Decides by balance and holds under a lock on the account, and takes the hold: one round trip. */
  place(asked: AskedHold): Promise<PlacedHold>
  /** Writes holds of calls that run already, and extends those that are there. */
  keep(holds: readonly Hold[]): Promise<void>
  remove(callIds: readonly string[]): Promise<void>
  findDead(): Promise<Hold[]>
}

export type AskedHold = {
  hold: Hold
  /** Placed whatever the balance: for postpaid companies. */
  isForced: boolean
  /** Holds of the same company that this process has and Postgres may not know yet. */
  running: readonly Hold[]
}

export type PlacedHold = { isPlaced: boolean; balanceMicros: bigint; heldMicros: bigint }
