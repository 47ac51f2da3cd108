import type { FormParams } from './form-params.ts'

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
