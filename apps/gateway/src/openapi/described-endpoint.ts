import type { Scope } from '@gatehouse/keys/api-key'

export type JsonSchema = Readonly<Record<string, unknown>>

/** Documentation of a route, apart from the statuses, which the route itself declares. */
export type DescribedEndpoint = {
  method: 'GET' | 'POST'
  /** Path below the base address, with parameters as `{id}`. */
  path: string
  id: string
  title: string
  description: string
  /** Null if no key is needed. */
  scope: Scope | 'any' | null
  isBillable: boolean
  query?: JsonSchema
  /** Schemas by media type. */
  body?: Readonly<Record<string, JsonSchema>>
  answer: Readonly<Record<string, JsonSchema>>
  /** Example request body. */
  example?: unknown
}
