// Judges whether the received bytes are acceptable answers, whatever the client sent.
import { type Answer, headerOf, parseAnswers } from '../../gateway/parse-answers.ts'

export type Judged = { statuses: readonly number[]; fault: string | undefined }

const envelopeFields = ['code', 'message', 'param', 'type']

/** `isClosed`: no more bytes will arrive, so an answer that has begun must be complete. */
export function judgeAnswers(received: Buffer, { isClosed }: { isClosed: boolean }): Judged {
  const { answers, rest, fault } = parseAnswers(received)
  const statuses = answers.map(({ status }) => status)
  const unfinished = isClosed && rest.length > 0 ? 'the last answer is incomplete' : undefined
  const wrong = answers.map(faultOfAnswer).find((one) => one !== undefined)
  return { statuses, fault: fault ?? unfinished ?? wrong }
}

function faultOfAnswer(answer: Answer): string | undefined {
  const { status } = answer
  if (status < 200) return undefined
  // Under overload the gateway responds with 503 in our error format.
  if (status >= 500 && status !== 503)
    return `it says ${status}: ${answer.body.toString('utf8').slice(0, 200)}`
  if (!/^[0-9a-f-]{36}$/.test(headerOf(answer, 'x-request-id') ?? '')) return `${status} has no request id`
  return status < 400 ? undefined : faultOfEnvelope(answer)
}

/** Every error uses the wire format's error envelope, even if there was no valid request. */
function faultOfEnvelope({ status, headers, body }: Answer): string | undefined {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  if (type !== 'application/json; charset=utf-8') return `${status} is ${type ?? 'of no type'}`
  try {
    const { error } = JSON.parse(body.toString('utf8')) as { error: Record<string, unknown> }
    const fields = Object.keys(error).sort().join()
    return fields === envelopeFields.join() ? undefined : `${status} has the fields ${fields}`
  } catch {
    return `${status} has no envelope: ${body.toString('utf8').slice(0, 100)}`
  }
}
