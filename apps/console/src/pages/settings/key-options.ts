import { keyOptionTexts as texts } from '../../words/en/settings/keys.ts'

export type ListedKeys = {
  hasNextPage: boolean
  nodes: readonly { id: string; name: string; hint: string }[]
}

type KeyOption = { value: string; label: string; isDisabled?: boolean }

/** The keys of a choice. Pages ask for the newest hundred, and the last option says so if there are more. */
export function keyOptions({ hasNextPage, nodes }: ListedKeys): KeyOption[] {
  const options = nodes.map(({ id, name, hint }) => ({ value: id, label: `${name} …${hint}` }))
  return hasNextPage ? [...options, { value: 'more', label: texts.more, isDisabled: true }] : options
}
