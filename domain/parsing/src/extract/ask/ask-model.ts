/** One way to a model. What it can do is learnt and remembered under its id. */
export type ModelRoute = { id: string; supportsJsonSchema: boolean }

export type ModelQuestion = {
  /** The request of the chat-completion format for this route; the model's name is left to whoever sends it. */
  compose(route: ModelRoute): Record<string, unknown>
}

export type ModelReply =
  /** The body of a chat completion. */
  | { kind: 'answered'; route: ModelRoute; body: unknown }
  /** The provider finds fault with the request. */
  | { kind: 'refused'; route: ModelRoute; message: string }

/** Rejects if no route answers: that is nothing about the document. */
export type AskModel = (question: ModelQuestion) => Promise<ModelReply>
