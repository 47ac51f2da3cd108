// Bounds the bytes of answers that wait to be stored with their charges. Beyond the limits a charge is made without its
// answer: storing answers for replay must never delay a charge, least of all another company's.
import { type FinishedCall, answerBytes } from '@gatehouse/calls/call'

export type AnswerBytesLimits = { companyAnswerBytesMax: number; answerBytesMax: number }

/** An answer of at least this size is stored separately from the charges of other companies. */
export const largeAnswerBytes = 16 * 1024

export class PendingAnswerBytes {
  readonly #limits: AnswerBytesLimits
  readonly #byCompany = new Map<string, number>()
  #total = 0

  constructor(limits: AnswerBytesLimits) {
    this.#limits = limits
  }

  /** Returns the call to settle: without its answer if too many bytes are waiting. */
  add(call: FinishedCall): FinishedCall {
    const bytes = answerBytes(call)
    if (bytes === 0) return call
    const ofCompany = (this.#byCompany.get(call.companyId) ?? 0) + bytes
    const { companyAnswerBytesMax, answerBytesMax } = this.#limits
    if (ofCompany > companyAnswerBytesMax || this.#total + bytes > answerBytesMax) return withoutAnswer(call)
    this.#byCompany.set(call.companyId, ofCompany)
    this.#total += bytes
    return call
  }

  remove(call: FinishedCall): void {
    const bytes = answerBytes(call)
    if (bytes === 0) return
    this.#total -= bytes
    const left = (this.#byCompany.get(call.companyId) ?? 0) - bytes
    if (left > 0) this.#byCompany.set(call.companyId, left)
    else this.#byCompany.delete(call.companyId)
  }
}

export function withoutAnswer(call: FinishedCall): FinishedCall {
  return answerBytes(call) === 0 ? call : { ...call, answer: { notKept: 'busy' } }
}
