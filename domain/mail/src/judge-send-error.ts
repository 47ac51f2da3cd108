// Decides what a failed SMTP exchange means for the mail. Only replies to RCPT TO and DATA are about the mail; a
// failure before them (greeting, login, sender) is about our connection, and the mail waits.
import { badAddress } from './mail-store.ts'
import type { SendResult } from './mail-transport.ts'

export type SendError = {
  message: string
  /** Error code of the SMTP client, such as EENVELOPE. */
  code: string | undefined
  /** The command that failed; undefined for a lost connection. */
  command: string | undefined
  responseCode: number | undefined
  /** The server's reply. */
  response: string | undefined
  /**
   * True once the first byte of the content was sent: from then on only the server knows whether it has the whole mail.
   */
  hasContentBegun: boolean
}

export function judgeSendError(error: SendError): SendResult {
  const { responseCode, response, message } = error
  // The client itself refuses to send to this recipient, and always will.
  if (error.code === 'EENVELOPE' && error.command === 'API')
    return { kind: 'rejected', answer: badAddress.answer }
  if (responseCode === undefined) {
    const reason = message.slice(0, answerLengthMax)
    return error.hasContentBegun ? { kind: 'unknown', reason } : { kind: 'unreachable', reason }
  }
  const answer = (response ?? String(responseCode)).slice(0, answerLengthMax)
  const isAboutMail = error.command === 'RCPT TO' || error.command === 'DATA'
  // 421: the server is shutting down the connection, independent of the command.
  if (!isAboutMail || responseCode === 421) return { kind: 'unreachable', reason: answer }
  // 503 means a bad sequence of commands, which a new connection resets.
  const isPermanent = responseCode >= 500 && responseCode !== 503
  return isPermanent ? { kind: 'rejected', answer } : { kind: 'deferred', answer }
}

export const answerLengthMax = 500
