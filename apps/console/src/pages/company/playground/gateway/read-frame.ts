// One frame of a streamed answer. A frame can carry several things at once: the last text, the reason of the end and the
// usage come together from some providers.
export type Usage = { promptTokens: number; cachedTokens: number; completionTokens: number }

export type Frame = {
  text: string
  finish?: string
  usage?: Usage
  /** The error body of a stream that the gateway had to end. */
  error?: unknown
  /** The charge is durable when this frame has come. */
  isDone?: true
}

type Chunk = {
  choices?: readonly { delta?: { content?: unknown }; finish_reason?: unknown }[]
  usage?: {
    prompt_tokens?: unknown
    completion_tokens?: unknown
    prompt_tokens_details?: { cached_tokens?: unknown } | null
  } | null
  error?: unknown
}

/** Reads the data of an event. A frame that is not JSON has nothing to show and is passed over. */
export function readFrame(data: string): Frame {
  if (data === '[DONE]') return { text: '', isDone: true }
  const chunk = parse(data)
  const choice = chunk.choices?.[0]
  const content = choice?.delta?.content
  const finish = choice?.finish_reason
  return {
    text: typeof content === 'string' ? content : '',
    ...(typeof finish === 'string' ? { finish } : {}),
    ...(chunk.usage ? { usage: readUsage(chunk.usage) } : {}),
    ...(chunk.error === undefined ? {} : { error: { error: chunk.error } }),
  }
}

function parse(data: string): Chunk {
  try {
    const parsed: unknown = JSON.parse(data)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}

function readUsage(usage: NonNullable<Chunk['usage']>): Usage {
  return {
    promptTokens: countOf(usage.prompt_tokens),
    cachedTokens: countOf(usage.prompt_tokens_details?.cached_tokens),
    completionTokens: countOf(usage.completion_tokens),
  }
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}
