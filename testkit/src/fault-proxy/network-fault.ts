// What the fault proxy can do to the connections that run through it.
export type Direction = 'toTarget' | 'toClient'

export type NetworkFault =
  | { kind: 'pass' }
  /** Every byte arrives this much later, in each direction. */
  | { kind: 'latency'; ms: number }
  /**
   * Connections are accepted and nothing moves on any of them; a close is not passed on either. After healing
   * everything held back goes through, also the bytes of a client that has given up in the meantime.
   */
  | { kind: 'blackHole' }
  /** Nobody listens: ECONNREFUSED. Open connections go on. */
  | { kind: 'refuse' }
  /** Every connection, open or new, ends with RST. */
  | { kind: 'reset' }
  /** The target's end is gone and the client is never told. Connections that met this fault stay dead. */
  | { kind: 'halfOpen' }
  /** Every connection ends with FIN once this many more bytes went in the direction. */
  | { kind: 'cutAfterBytes'; bytes: number; direction: Direction }
  /** The same with RST. */
  | { kind: 'resetAfterBytes'; bytes: number; direction: Direction }
  /** Bytes are written in pieces of at most this size, each in a turn of the event loop of its own. */
  | { kind: 'slice'; bytes: number }
