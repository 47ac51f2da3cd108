// Port: how the platform itself calls a model. The adapter calls our own gateway, behind a breaker per alias. Failures
// are Faults whose kind decides what a task does next, see `gateway/model-call-faults.ts`.

export type ModelClient = {
  /** Rejects with a Fault; while the alias's breaker is open, it rejects immediately with `runtime.circuit_open`. */
  ask(question: ModelQuestion): Promise<ModelAnswer>
}

export type ModelQuestion = {
  alias: string
  /**
   * The company that the call is made for. It is on the receipt and in the call log, so that the cost can be passed on.
   */
  companyId: string
  messages: readonly ModelMessage[]
  /** JSON Schema of the answer. The model may ignore it, so the answer must still be validated. */
  form?: { name: string; schema: object }
  outputTokensMax: number
  /** The same for all attempts at one step, so that the question is answered and paid for once. */
  idempotencyKey: string
  timeLimitMs?: number
  /** Aborted when the answer is no longer needed. */
  signal?: AbortSignal
}

export type ModelMessage = { role: 'system' | 'user' | 'assistant'; content: string }

export type ModelAnswer = {
  /** Empty if the output limit was reached before the first letter. */
  text: string
  /** False if the answer was truncated at the output limit. */
  isWhole: boolean
  /** Id of the call and of its receipt. */
  callId: string
  promptTokens: number
  completionTokens: number
}

/** Port: parses CVs for the platform itself, through the same endpoint that companies use and behind the same breakers. */
export type CvParser = {
  /** Resolves with the unvalidated body of /parse/cv. Rejects in the same cases as `ModelClient.ask`. */
  parseCv(order: ParseOrder): Promise<unknown>
}

/** Port: parses job postings in the same way. */
export type JdParser = {
  /** Resolves with the unvalidated body of /parse/jd. Rejects in the same cases as `ModelClient.ask`. */
  parseJd(order: ParseOrder): Promise<unknown>
}

export type ParseOrder = {
  text: string
  alias: string
  companyId: string
  /** The same for all attempts at one step, so that the text is parsed and paid for once. */
  idempotencyKey: string
  signal?: AbortSignal
}

/** Time limit of a question that sets none. */
export const askTimeLimitMs = 90_000

/** The longest time limit, because one parse takes several consecutive model calls. */
export const parseTimeLimitMs = 240_000
