/** One way to reach a model. What the route supports is learnt and remembered by its id. */
export type ModelRoute = { id: string; supportsJsonSchema: boolean }

export type ModelQuestion = {
  /** Composes the chat-completion request for this route, without the name of the model, which the sender adds. */
  compose(route: ModelRoute): Record<string, unknown>
}

export type ModelReply =
  /** The body is that of a chat completion. */
  | { kind: 'answered'; route: ModelRoute; body: unknown }
  /** The provider rejected the request as invalid. */
  | { kind: 'refused'; route: ModelRoute; message: string }

/** Rejects if no route responds, which is unrelated to the document. */
export type AskModel = (question: ModelQuestion) => Promise<ModelReply>
