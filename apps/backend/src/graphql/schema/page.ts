// Cursor pagination, the same for every list: `first` entries `after` the last one that the caller has seen.
import { badRequest } from '../graphql-faults.ts'
import { inputs, optionalInput } from './input.ts'
import { type ObjectField, type Shape, defineObject, field, listOf, optional, shapes } from './shape.ts'

export type Page<Node> = { nodes: readonly Node[]; endCursor: string | null; hasNextPage: boolean }

/** Inputs of an operation that returns a page. */
export const pageInputs = { first: optionalInput(inputs.int), after: optionalInput(inputs.id) }

const pageSizeDefault = 20
const pageSizeMax = 100

/** Each field of the page needs its entry in the access table. */
export function definePage<Node>(name: string, description: string, node: Shape<Node>): Shape<Page<Node>> {
  return defineObject<Page<Node>>(name, description, pageFields(node))
}

/** For a page with further fields. */
export function pageFields<Node>(node: Shape<Node>): Readonly<Record<string, ObjectField<Page<Node>>>> {
  return {
    nodes: field(listOf(node), (page) => page.nodes),
    endCursor: field(optional(shapes.id), (page) => page.endCursor),
    hasNextPage: field(shapes.boolean, (page) => page.hasNextPage),
  }
}

/**
 * Takes one page. `list` must return the newest entries first, with ids that sort by time. It is asked for one extra
 * entry, which shows whether there is a next page.
 */
export async function takePage<Node extends { id: string }>(
  { first, after }: { first: number | null; after: string | null },
  list: (page: { limit: number; beforeId: string | undefined }) => Promise<readonly Node[]>,
): Promise<Page<Node>> {
  const limit = readPageSize(first)
  const found = await list({ limit: limit + 1, beforeId: after ?? undefined })
  const nodes = found.slice(0, limit)
  return { nodes, endCursor: nodes.at(-1)?.id ?? null, hasNextPage: found.length > limit }
}

export function readPageSize(first: number | null): number {
  const size = first ?? pageSizeDefault
  if (size < 1 || size > pageSizeMax) throw badRequest(`first must be from 1 to ${pageSizeMax}.`, 'first')
  return size
}
