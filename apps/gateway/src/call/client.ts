// The destination of a call's answer: an HTTP connection, or a caller in this process that waits for the whole answer.
import type { ClaimOutcome } from '@gatehouse/credits/stored-answers'

export type Client = {
  readonly isGone: boolean
  readonly isHeadSent: boolean
  listen(listener: ClientListener): void
  sendHead(status: number, headers: Readonly<Record<string, string | number>>): void
  /** False if the reader is behind: `onDrain` or `onGone` follows. */
  write(bytes: Buffer): boolean
  /** Resolves when the last byte has been handed over or the client has disconnected. */
  end(bytes: Buffer): Promise<void>
  /** Runs the task when the socket has the whole answer or the client is gone. Must be called after `end`. */
  onDelivered(task: () => void): void
  /**
   * Writes a keep-alive comment if nothing was written recently. Returns true if one is due but the head has not been
   * sent.
   */
  ping(nowMs: number): boolean
  breakIfStuck(nowMs: number): void
}

export type ClientListener = {
  onGone(): void
  /** The client is reading again after a write that returned false. */
  onDrain(): void
}

/** The three ways in which a call can be answered. */
export type AnswerSink = {
  /**
   * Opens the client for the call's answer. Must not be called before the call is admitted: until then, refusals are
   * thrown.
   */
  open(): Client
  sendDryRun(outcome: object): unknown
  replay(stored: StoredCall): unknown
}

/** The stored answer of an earlier call with the same Idempotency-Key. */
export type StoredCall = Extract<ClaimOutcome, { kind: 'stored' }>

/** How far the answer is. Reported to callers that can show it. */
export type Progress = { done: number; total: number; message: string }
