import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { MailOutcome } from './mail-outcome.ts'
import type { MailToSend } from './mail-transport.ts'

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
  /** Returns false if another worker has begun to hand the mail over, or it is settled. Committed once it resolves. */
  beginHandover(mailId: string, handover: { id: string; messageId: string }): Promise<boolean>
  /** Undoes a handover after the server did not accept the mail, so that it can be sent again. */
  takeBack(mailId: string, handoverId: string): Promise<void>
  /** Records a deferral and returns their number so far. */
  recordDeferral(mailId: string, answer: string): Promise<number>
  /** Settles the mail in the transaction that finishes the task. A rejection is recorded as a bounce too. */
  settle(tx: Queryable, mailId: string, outcome: MailOutcome): Promise<void>
}
