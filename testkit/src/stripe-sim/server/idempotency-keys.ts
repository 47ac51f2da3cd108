// A repeated POST under the same key gets the first response again, server errors included, and never repeats the work.
import { Refusal } from '../wire/refusal.ts'

const keptSeconds = 24 * 60 * 60

export type StoredAnswer = { status: number; body: object }
type Entry = { fingerprint: string; createdSeconds: number; answer: StoredAnswer | undefined }

export type IdempotencyKeys = {
  /** The stored response, or undefined if the work must be done now. */
  open(key: string, fingerprint: string, nowSeconds: number): StoredAnswer | undefined
  close(key: string, answer: StoredAnswer): void
}

export function createIdempotencyKeys(): IdempotencyKeys {
  const entries = new Map<string, Entry>()
  return {
    open(key, fingerprint, nowSeconds) {
      const entry = entries.get(key)
      if (!entry || nowSeconds - entry.createdSeconds >= keptSeconds) {
        entries.set(key, { fingerprint, createdSeconds: nowSeconds, answer: undefined })
        return undefined
      }
      if (entry.fingerprint !== fingerprint) throw otherParameters(key)
      if (!entry.answer) throw stillRunning()
      return entry.answer
    },
    close(key, answer) {
      // A request that failed validation leaves the key free for a corrected request.
      const isKept = answer.status < 400 || answer.status === 402 || answer.status >= 500
      const entry = entries.get(key)
      if (!isKept) entries.delete(key)
      else if (entry) entry.answer = answer
    },
  }
}

function otherParameters(key: string): Refusal {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
  return new Refusal(400, { type: 'idempotency_error', message })
}

function stillRunning(): Refusal {
  const message =
    'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through). Please try again later.'
  return new Refusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message })
}
