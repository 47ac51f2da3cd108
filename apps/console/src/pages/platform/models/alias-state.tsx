import { Badge } from '../../../parts/text/badge.tsx'
import { modelsTexts as texts } from '../../../words/en/platform/models.ts'
import type { CatalogResult } from './models.generated.ts'

type RouteState = NonNullable<CatalogResult['routeStates']>[number]

type AliasStateProps = {
  alias: { isEnabled: boolean; routes: readonly { id: string; isEnabled: boolean }[] }
  states: readonly Pick<RouteState, 'routeId' | 'state'>[] | null
}

/** The worst state of the alias's routes at any gateway. */
export function AliasState({ alias: { isEnabled, routes }, states }: AliasStateProps) {
  const used = routes.filter((route) => route.isEnabled)
  if (!isEnabled) return <Badge>{texts.disabled}</Badge>
  if (used.length === 0) return <Badge tone="bad">{texts.noRoutes}</Badge>
  const reported = (states ?? []).filter(({ routeId }) => used.some(({ id }) => id === routeId))
  if (reported.length === 0) return <Badge>{texts.unknown}</Badge>
  if (reported.some(({ state }) => state === 'OPEN')) return <Badge tone="bad">{texts.failing}</Badge>
  if (reported.some(({ state }) => state === 'HALF_OPEN')) return <Badge tone="warn">{texts.testing}</Badge>
  return <Badge tone="good">{texts.healthy}</Badge>
}
