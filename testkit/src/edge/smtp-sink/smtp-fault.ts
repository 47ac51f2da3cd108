/** The stages of one delivery, in order. */
export type SmtpStage = 'greeting' | 'mail' | 'rcpt' | 'data' | 'content'

/** What the sink does instead of accepting a mail. Each fault applies to one delivery, in the order planned. */
export type SmtpFault =
  /** Sends this reply at that stage, such as `451 4.7.1 later`. */
  | { kind: 'answer'; at: SmtpStage; answer: string }
  /** Drops the connection without a reply. At `content` the mail has arrived, and is kept. */
  | { kind: 'drop'; at: SmtpStage }
  /** Stays silent until `release()`, then continues normally. */
  | { kind: 'hold'; at: SmtpStage }
