/** The stages of one delivery, in their order. */
export type SmtpStage = 'greeting' | 'mail' | 'rcpt' | 'data' | 'content'

/** What a sink does instead of taking a mail. Each is used for one delivery, in the order in which they were planned. */
export type SmtpFault =
  /** Answers so at that stage, such as `451 4.7.1 later`. */
  | { kind: 'answer'; at: SmtpStage; answer: string }
  /** Cuts the connection without an answer. At `content` the mail has arrived, and is kept. */
  | { kind: 'drop'; at: SmtpStage }
  /** Says nothing more until `release()`; then it goes on as if nothing had been. */
  | { kind: 'hold'; at: SmtpStage }
