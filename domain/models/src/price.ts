/** The price of an alias from a given time on, in micro-credits per million tokens. A version never changes. */
export type Price = {
  version: bigint
  alias: string
  inputMicrosPerMillion: bigint
  cachedInputMicrosPerMillion: bigint
  outputMicrosPerMillion: bigint
}
