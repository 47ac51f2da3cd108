/**
 * What becomes of a mail in the end. Failed: it was put off for too long. Unknown: its content left and no answer came, so
 * it may have arrived, and is not sent again.
 */
export type MailOutcome = { status: 'SENT' | 'REJECTED' | 'FAILED' | 'UNKNOWN'; answer: string }

/** Found without asking a server: in the words of RFC 3463, a bad destination mailbox address syntax. */
export const badAddress = {
  status: 'REJECTED',
  answer: '5.1.3 the recipient is no address that mail can be sent to',
} as const satisfies MailOutcome
