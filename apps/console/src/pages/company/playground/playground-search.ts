// What the address of the playground says: models and parameters. The texts are in memory only, so an address can be
// passed on without them.
import type { ChatParameters } from './gateway/chat-request.ts'

export type PlaygroundSearch = {
  model?: string
  /** The second model, if two are compared. */
  with?: string
  temperature?: number
  /** Null for no limit other than that of the model. */
  maxTokens: number | null
  isJson: boolean
}

/** Small enough for a low hold, and large enough for most answers. */
const maxTokensDefault = 1_024

export function readPlaygroundSearch(raw: Readonly<Record<string, unknown>>): PlaygroundSearch {
  const { model, with: second, temperature, maxTokens, json } = raw
  return {
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof second === 'string' ? { with: second } : {}),
    ...(typeof temperature === 'number' && temperature >= 0 && temperature <= 2 ? { temperature } : {}),
    maxTokens: readMaxTokens(maxTokens),
    isJson: json === true,
  }
}

function readMaxTokens(value: unknown): number | null {
  if (value === 'none') return null
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : maxTokensDefault
}

/** Defaults are left out, so that the plain address is the usual view. */
export function writePlaygroundSearch({
  maxTokens,
  isJson,
  ...rest
}: PlaygroundSearch): Record<string, unknown> {
  return {
    ...rest,
    ...(maxTokens === maxTokensDefault ? {} : { maxTokens: maxTokens ?? 'none' }),
    ...(isJson ? { json: true } : {}),
  }
}

/** The parameters as the wire format names them. */
export function toParameters({ temperature, maxTokens, isJson }: PlaygroundSearch): ChatParameters {
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === null ? {} : { max_tokens: maxTokens }),
    ...(isJson ? { response_format: { type: 'json_object' } } : {}),
  }
}
