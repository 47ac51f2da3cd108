// What a failed exchange with a mail server means for the mail. Only answers about the recipient and the content speak of
// the mail; what is refused before (greeting, login, sender) is between the server and us, and the mail waits.
import { badAddress } from './mail-outcome.ts'
import type { SendResult } from './mail-transport.ts'

export type SendError = {
  message: string
  /** What kind of error it is, in the words of the client. */
  code: string | undefined
  /** The command that failed; for a lost connection there is none. */
  command: string | undefined
  responseCode: number | undefined
  /** The server's words. */
  response: string | undefined
  /** From the first byte on nobody but the server knows whether it has all of it. */
  hasContentBegun: boolean
}

export function judgeSendError(error: SendError): SendResult {
  const { responseCode, response, message } = error
  // The client itself would not say this recipient to a server, today or tomorrow.
  if (error.code === 'EENVELOPE' && error.command === 'API')
    return { kind: 'rejected', answer: badAddress.answer }
  if (responseCode === undefined) {
    const reason = message.slice(0, answerLengthMax)
    return error.hasContentBegun ? { kind: 'unknown', reason } : { kind: 'unreachable', reason }
  }
  const answer = (response ?? String(responseCode)).slice(0, answerLengthMax)
  const isAboutMail = error.command === 'RCPT TO' || error.command === 'DATA'
  // 421: the server closes, whatever it was asked.
  if (!isAboutMail || responseCode === 421) return { kind: 'unreachable', reason: answer }
  // 503 complains of the order of commands, which the next connection starts anew.
  const isForGood = responseCode >= 500 && responseCode !== 503
  return isForGood ? { kind: 'rejected', answer } : { kind: 'deferred', answer }
}

export const answerLengthMax = 500
