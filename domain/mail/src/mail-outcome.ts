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
