import type { PlaygroundSearch } from './playground-search.ts'
import type { PlaygroundResult } from './playground.generated.ts'

export type ChatModel = PlaygroundResult['models'][number]

/** The models that the address names; without one, the one that the interface calls the default. */
export function chooseModels(models: readonly ChatModel[], search: PlaygroundSearch): readonly ChatModel[] {
  const named = (alias: string | undefined) => models.find((model) => model.alias === alias)
  const usual = models.find(({ alias }) => alias.endsWith('/chat-default')) ?? models[0]
  return [named(search.model) ?? usual, named(search.with)].filter((model) => model !== undefined)
}

/** A model to compare with, of the same kind if there is one. */
export function otherThan(models: readonly ChatModel[], [chosen]: readonly ChatModel[]): string {
  const others = models.filter((model) => model !== chosen)
  const alike = others.find(({ capability }) => capability === chosen?.capability)
  return (alike ?? others[0])?.alias ?? ''
}

export function withoutSecond(search: PlaygroundSearch): PlaygroundSearch {
  const rest = { ...search }
  delete rest.with
  return rest
}
