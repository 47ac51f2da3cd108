import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { MailToSend } from './mail-transport.ts'

/**
 * Final state of a mail. FAILED: it was deferred too many times. UNKNOWN: its content was sent and no reply came, so it
 * may have arrived and is not sent again.
 */
export type MailOutcome = { status: 'SENT' | 'REJECTED' | 'FAILED' | 'UNKNOWN'; answer: string }

/**
 * Outcome for a malformed address, found without contacting a server: RFC 3463 "bad destination mailbox address
 * syntax".
 */
export const badAddress = {
  status: 'REJECTED',
  answer: '5.1.3 the recipient is not a valid mail address',
} as const satisfies MailOutcome

export type QueuedMail = Omit<MailToSend, 'messageId'> & {
  id: string
  template: string
  /** Message-ID of an earlier attempt. */
  messageId: string | undefined
  /** True if an earlier attempt began to send the content and its outcome is unknown. */
  isHandedOver: boolean
}

export type MailStore = {
  /** Returns undefined if the mail is settled or does not exist. */
  readQueued(mailId: string): Promise<QueuedMail | undefined>
  /**
   * Returns false if another worker has begun to hand the mail over, or if the mail is settled. The handover is
   * committed when the promise resolves.
   */
  beginHandover(mailId: string, handover: { id: string; messageId: string }): Promise<boolean>
  /** Undoes a handover that the server did not accept, so that the mail can be sent again. */
  takeBack(mailId: string, handoverId: string): Promise<void>
  /** Records a deferral and returns the number of deferrals so far. */
  recordDeferral(mailId: string, answer: string): Promise<number>
  /** Settles the mail in the transaction that finishes the task. A rejection is recorded as a bounce too. */
  settle(tx: Queryable, mailId: string, outcome: MailOutcome): Promise<void>
}
