// How the platform itself asks a model. A port: behind it is our own gateway, and in front of it a breaker per alias.
// What goes wrong is a Fault whose kind tells a task what to do, see `gateway/model-call-faults.ts`.

export type ModelClient = {
  /** Rejects with a Fault; with `runtime.circuit_open`, at once, while the breaker of the alias lets nothing through. */
  ask(question: ModelQuestion): Promise<ModelAnswer>
}

export type ModelQuestion = {
  alias: string
  /** For whom: it is on the receipt and in the log of the call, so that its cost can be passed on. */
  companyId: string
  messages: readonly ModelMessage[]
  /** The form of the answer, as JSON Schema. What comes is not believed for that: parse it. */
  form?: { name: string; schema: object }
  outputTokensMax: number
  /** The same for every attempt at the same step: the same question with the same key is answered, and paid for, once. */
  idempotencyKey: string
  timeLimitMs?: number
  /** Aborted when nobody wants the answer any more. */
  signal?: AbortSignal
}

export type ModelMessage = { role: 'system' | 'user' | 'assistant'; content: string }

export type ModelAnswer = {
  text: string
  /** False if it was cut at the limit of its length. */
  isWhole: boolean
  /** The id of the call, under which its receipt is found. */
  callId: string
  promptTokens: number
  completionTokens: number
}
