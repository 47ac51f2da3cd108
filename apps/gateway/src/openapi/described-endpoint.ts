import type { Scope } from '@gatehouse/keys/api-key'

export type JsonSchema = Readonly<Record<string, unknown>>

/** What a reader wants to know of a route, besides the statuses that it declares itself. */
export type DescribedEndpoint = {
  method: 'GET' | 'POST'
  /** Below the base address, with parameters as `{id}`. */
  path: string
  id: string
  title: string
  description: string
  /** Null if no key is needed. */
  scope: Scope | 'any' | null
  isBillable: boolean
  query?: JsonSchema
  /** By media type. */
  body?: Readonly<Record<string, JsonSchema>>
  answer: Readonly<Record<string, JsonSchema>>
  /** What to try it with. */
  example?: unknown
}
