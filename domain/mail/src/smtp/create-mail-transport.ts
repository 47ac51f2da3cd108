// Sends mails by SMTP, with one connection per mail: mails are rare, and a pooled idle connection could break in the
// middle of a handover.
import { Readable } from 'node:stream'
import type { Secret } from '@gatehouse/runtime/secret'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { NodemailerError } from 'nodemailer'
import { type SendError, answerLengthMax, judgeSendError } from '../judge-send-error.ts'
import type { MailSettings } from '../mail-settings.ts'
import type { MailToSend, MailTransport, SendOptions, SendResult } from '../mail-transport.ts'

export type MailTransportOptions = MailSettings & {
  connectTimeoutMs?: number
  /**
   * Ten minutes by default, as RFC 5321 §4.5.3.2.6 requires for the reply to the content: a client that disconnects
   * earlier does not learn the outcome.
   */
  answerTimeoutMs?: number
}

export function createMailTransport(options: MailTransportOptions): MailTransport {
  const { from } = options
  return {
    messageIdDomain: domainOf(from.address),
    async send(mail, sendOptions) {
      const content = await composeMail(from, mail)
      return exchange(options, { recipient: mail.recipient, content }, sendOptions)
    },
  }
}

function composeMail(from: MailSettings['from'], mail: MailToSend): Promise<Buffer> {
  return new MailComposer({
    // Copied, because the composer modifies it and settings are frozen.
    from: { ...from },
    to: mail.recipient,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    // Suppresses automatic replies, such as out-of-office notices (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

type Parcel = { recipient: string; content: Buffer }

async function exchange(
  options: MailTransportOptions,
  { recipient, content }: Parcel,
  { beforeContent, signal }: SendOptions,
): Promise<SendResult> {
  signal.throwIfAborted()
  const server = readServer(options.url)
  const connection = openConnection(options, server)
  const progress: { hasContentBegun: boolean; refusal?: unknown } = { hasContentBegun: false }
  // Read only after the server has replied 354, so the handover is committed before the first byte is sent.
  async function* contentOfMail() {
    try {
      await beforeContent()
    } catch (thrown) {
      progress.refusal = thrown
      throw thrown
    }
    progress.hasContentBegun = true
    yield content
  }
  try {
    const stream = Readable.from(contentOfMail(), { objectMode: false })
    const letter = { from: options.from.address, to: recipient, stream }
    const answer = await converse(connection, { auth: server.auth, letter, signal })
    connection.quit()
    return { kind: 'accepted', answer: answer.slice(0, answerLengthMax) }
  } catch (thrown) {
    if ('refusal' in progress) throw progress.refusal
    return judgeSendError({ ...describeError(thrown), hasContentBegun: progress.hasContentBegun })
  } finally {
    connection.close()
  }
}

type MailServer = {
  host: string
  port: number
  secure: boolean
  auth: { user: string; pass: string } | undefined
}

function readServer(url: Secret): MailServer {
  const { protocol, hostname, port, username, password } = new URL(url.reveal())
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    auth:
      username === ''
        ? undefined
        : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  }
}

function openConnection(
  { from, connectTimeoutMs = 10_000, answerTimeoutMs = 600_000 }: MailTransportOptions,
  { host, port, secure, auth }: MailServer,
): SMTPConnection {
  return new SMTPConnection({
    host,
    port,
    secure,
    // A password is never sent in the clear; without one, TLS is used if the server offers it.
    requireTLS: !secure && auth !== undefined,
    name: domainOf(from.address),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: answerTimeoutMs,
  })
}

type Conversation = {
  auth: MailServer['auth']
  letter: { from: string; to: string; stream: Readable }
  signal: AbortSignal
}

/** Resolves with the server's reply to the content. */
function converse(connection: SMTPConnection, { auth, letter, signal }: Conversation): Promise<string> {
  const { from, to, stream } = letter
  return new Promise((resolve, reject) => {
    const send = () =>
      connection.send({ from, to }, stream, (error, info) => (error ? reject(error) : resolve(info.response)))
    signal.addEventListener('abort', () => reject(new Error('the attempt was aborted')), { once: true })
    connection.on('error', reject)
    connection.connect((error) => {
      if (error) return reject(error)
      if (!auth) return send()
      connection.login(auth, (refusal) => (refusal ? reject(refusal) : send()))
    })
  })
}

function describeError(thrown: unknown): Omit<SendError, 'hasContentBegun'> {
  const error: Partial<NodemailerError> = thrown instanceof Error ? thrown : { message: String(thrown) }
  return {
    message: error.message ?? '',
    code: error.code,
    command: error.command,
    responseCode: error.responseCode,
    response: error.response,
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
