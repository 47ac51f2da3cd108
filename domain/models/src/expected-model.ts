import type { Route } from './alias.ts'

/**
 * Whether a provider's answer names a model that this route may be answered by. Without a list, that is the requested
 * model, with or without the folders before it and the date or size that providers append.
 */
export function isExpectedModel(
  { answerModels, providerModel }: Pick<Route, 'answerModels' | 'providerModel'>,
  named: string,
): boolean {
  const name = named.toLowerCase()
  if (answerModels.length === 0) return lastPart(name).startsWith(lastPart(providerModel.toLowerCase()))
  return answerModels.some((expected) => {
    const pattern = expected.toLowerCase()
    return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
  })
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}
