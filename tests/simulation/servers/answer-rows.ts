// The table `stored_answers`: the claims and answers of calls with an Idempotency-Key.
import type { AnswerRecord } from '@gatehouse/calls/call'

type AnswerRow = {
  keyId: string
  idempotencyKey: string
  bodyHash: Buffer
  callId: string
  claimedUntilMs: number
  answer: AnswerRecord | undefined
  isReplayed: boolean
}

type Claim = Omit<AnswerRow, 'answer' | 'isReplayed'>

export class AnswerRows {
  readonly #rows = new Map<string, AnswerRow>()

  /** Returns whether the claim was taken. */
  claim(claim: Claim, atMs: number): boolean {
    const name = nameOf(claim.keyId, claim.idempotencyKey)
    const known = this.#rows.get(name)
    if (known && (known.answer || known.claimedUntilMs >= atMs)) return false
    this.#rows.set(name, { ...claim, answer: undefined, isReplayed: false })
    return true
  }

  find(keyId: string, idempotencyKey: string): AnswerRow | undefined {
    return this.#rows.get(nameOf(keyId, idempotencyKey))
  }

  recordReplay({
    keyId,
    idempotencyKey,
    bodyHash,
  }: Pick<AnswerRow, 'keyId' | 'idempotencyKey' | 'bodyHash'>): void {
    const row = this.find(keyId, idempotencyKey)
    if (row?.answer && 'body' in row.answer && row.bodyHash.equals(bodyHash)) row.isReplayed = true
  }

  all(): AnswerRow[] {
    return [...this.#rows.values()]
  }

  isReplayed(callId: string): boolean {
    return this.#find(callId)?.isReplayed ?? false
  }

  dropClaim(callId: string): void {
    for (const [name, row] of this.#rows) if (row.callId === callId && !row.answer) this.#rows.delete(name)
  }

  dropAnswer(callId: string): void {
    for (const [name, row] of this.#rows) if (row.callId === callId) this.#rows.delete(name)
  }

  has(callId: string): boolean {
    return this.#find(callId) !== undefined
  }

  isStored(callId: string): boolean {
    return this.#find(callId)?.answer !== undefined
  }

  store(callId: string, answer: AnswerRecord): void {
    const row = this.#find(callId)
    if (row) row.answer = answer
  }

  #find(callId: string): AnswerRow | undefined {
    return this.#rows.values().find((row) => row.callId === callId)
  }
}

function nameOf(keyId: string, idempotencyKey: string): string {
  return `${keyId} ${idempotencyKey}`
}
