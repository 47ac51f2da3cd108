/**
 * What becomes of a mail in the end. Failed: it was put off for too long. Unknown: its content left and no answer came, so
 * it may have arrived, and is not sent again.
 */
export type MailOutcome = { status: 'SENT' | 'REJECTED' | 'FAILED' | 'UNKNOWN'; answer: string }
