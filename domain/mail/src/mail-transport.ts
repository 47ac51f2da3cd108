// Port: hands one mail over to a mail server.
export type MailToSend = {
  messageId: string
  recipient: string
  subject: string
  text: string
  html: string
}

export type SendOptions = {
  /**
   * Called after the server has accepted sender and recipient, before the first byte of the content. If it throws,
   * nothing is sent.
   */
  beforeContent: () => Promise<void>
  signal: AbortSignal
}

export type SendResult =
  | { kind: 'accepted'; answer: string }
  /** Permanent: the server will never accept this mail for this recipient. */
  | { kind: 'rejected'; answer: string }
  /** Temporary: the server may accept the mail later. */
  | { kind: 'deferred'; answer: string }
  /** The server is down or refuses our connection; the mail is not the cause. */
  | { kind: 'unreachable'; reason: string }
  /** Sending of the content had begun and no reply came. */
  | { kind: 'unknown'; reason: string }

export type MailTransport = {
  readonly messageIdDomain: string
  send(mail: MailToSend, options: SendOptions): Promise<SendResult>
}
