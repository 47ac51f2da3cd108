import type { Stripe } from 'stripe'
import type { FormParams } from './form-params.ts'
import { invalid } from './refusal.ts'

export const listParams = ['limit', 'starting_after', 'ending_before', 'created'] as const

/** Expects `items` in order of creation; lists return the newest first. */
export function listPage<Item extends { id: string; created?: number }>(
  items: readonly Item[],
  params: FormParams,
  url: string,
): Stripe.ApiList<Item> {
  const limit = params.integer('limit') ?? 10
  if (limit < 1 || limit > 100) throw invalid('This value must be between 1 and 100.', 'limit')
  const newestFirst = items.filter(isCreatedIn(params)).toReversed()
  const [after, before] = [params.text('starting_after'), params.text('ending_before')]
  if (after !== undefined && before !== undefined)
    throw invalid('You may only specify one of these parameters: starting_after, ending_before.')
  if (before !== undefined) {
    const end = positionOf(newestFirst, before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: newestFirst.slice(start, end), has_more: start > 0, url }
  }
  const start = after === undefined ? 0 : positionOf(newestFirst, after, 'starting_after') + 1
  const data = newestFirst.slice(start, start + limit)
  return { object: 'list', data, has_more: start + limit < newestFirst.length, url }
}

function positionOf(items: readonly { id: string }[], id: string, param: string): number {
  const at = items.findIndex((item) => item.id === id)
  if (at < 0) throw invalid(`No such object: '${id}'`, param, 'resource_missing')
  return at
}

function isCreatedIn(params: FormParams): (item: { created?: number }) => boolean {
  if (!params.has('created')) return () => true
  const range = readRange(params)
  return ({ created = 0 }) => range.every((fits) => fits(created))
}

function readRange(params: FormParams): ((created: number) => boolean)[] {
  let exact: number | undefined
  try {
    exact = params.integer('created')
  } catch {
    exact = undefined
  }
  if (exact !== undefined) return [(created) => created === exact]
  const record = params.record('created')
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map((name) => record?.integer(name))
  return [
    (created) => gt === undefined || created > gt,
    (created) => gte === undefined || created >= gte,
    (created) => lt === undefined || created < lt,
    (created) => lte === undefined || created <= lte,
  ]
}

/** The objects whose fields equal the parameters of the same name, as far as those are given. */
export function matching<Item extends object>(
  store: ReadonlyMap<string, Item>,
  params: FormParams,
  names: readonly (keyof Item & string)[],
): Item[] {
  return [...store.values()].filter((item) =>
    names.every((name) => !params.has(name) || item[name] === params.text(name)),
  )
}
