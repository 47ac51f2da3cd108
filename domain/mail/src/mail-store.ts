import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { MailOutcome } from './mail-outcome.ts'
import type { MailToSend } from './mail-transport.ts'

export type QueuedMail = Omit<MailToSend, 'messageId'> & {
  id: string
  template: string
  /** Of an earlier attempt. */
  messageId: string | undefined
  /** Somebody began to hand it over, and it is not known what became of that. */
  isHandedOver: boolean
}

export type MailStore = {
  /** Undefined if it is settled, or unknown. */
  readQueued(mailId: string): Promise<QueuedMail | undefined>
  /** False if another worker has handed it over, or it is settled. Committed when it resolves. */
  beginHandover(mailId: string, handover: { id: string; messageId: string }): Promise<boolean>
  /** The server did not take it, so it may be handed over again. */
  takeBack(mailId: string, handoverId: string): Promise<void>
  /** How often it has been put off now. */
  noteDeferral(mailId: string, answer: string): Promise<number>
  /** In the transaction that finishes the task. A rejection is recorded as a bounce as well. */
  settle(tx: Queryable, mailId: string, outcome: MailOutcome): Promise<void>
}
