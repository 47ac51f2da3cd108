// Where the answer of a call goes: a connection, or a caller in this process that waits for all of it.
export type Client = {
  readonly isGone: boolean
  readonly isHeadSent: boolean
  listen(listener: ClientListener): void
  sendHead(status: number, headers: Readonly<Record<string, string | number>>): void
  /** False if the reader is behind: then `onDrain` follows, or `onGone`. */
  write(bytes: Buffer): boolean
  /** Resolves when the last byte is handed over, or when nobody is left to take it. */
  end(bytes: Buffer): Promise<void>
  /** Does this when the answer is with the socket, or its client is gone. To be called after `end`. */
  onDelivered(task: () => void): void
  /** Writes a comment if nothing was written for long. True if it is time for one and the head is not out yet. */
  ping(nowMs: number): boolean
  breakIfStuck(nowMs: number): void
}

export type ClientListener = {
  onGone(): void
  /** It reads again after a write that returned false. */
  onDrain(): void
}
