// Port: hands one mail over to a mail server.
export type MailToSend = {
  messageId: string
  recipient: string
  subject: string
  text: string
  html: string
}

export type SendOptions = {
  /** Called when the server has taken sender and recipient, before the first byte of the content. If it throws, nothing is sent. */
  beforeContent: () => Promise<void>
  signal: AbortSignal
}

export type SendResult =
  | { kind: 'accepted'; answer: string }
  /** For good: this mail to this recipient will never be taken. */
  | { kind: 'rejected'; answer: string }
  /** For now. */
  | { kind: 'deferred'; answer: string }
  /** The server is away, or does not work with us; that is not the mail's fault. */
  | { kind: 'unreachable'; reason: string }
  /** The content was on its way and no answer came. */
  | { kind: 'unknown'; reason: string }

export type MailTransport = {
  readonly messageIdDomain: string
  send(mail: MailToSend, options: SendOptions): Promise<SendResult>
}
