// What the fault proxy can do to the connections that run through it.
export type Direction = 'toTarget' | 'toClient'

export type NetworkFault =
  | { kind: 'pass' }
  /** Delays every byte by this much, in each direction. */
  | { kind: 'latency'; ms: number }
  /**
   * Accepts connections but forwards nothing, not even a close. On healing, everything held back is forwarded,
   * including bytes of a client that has given up in the meantime.
   */
  | { kind: 'blackHole' }
  /** Does not listen: ECONNREFUSED. Open connections continue. */
  | { kind: 'refuse' }
  /** Ends every connection, open or new, with RST. */
  | { kind: 'reset' }
  /** Closes the target's end without notifying the client. Affected connections stay dead after healing. */
  | { kind: 'halfOpen' }
  /** Ends each connection with FIN after this many more bytes in that direction. */
  | { kind: 'cutAfterBytes'; bytes: number; direction: Direction }
  /** Like `cutAfterBytes`, but with RST. */
  | { kind: 'resetAfterBytes'; bytes: number; direction: Direction }
  /** Writes bytes in pieces of at most this size, each in its own turn of the event loop. */
  | { kind: 'slice'; bytes: number }
