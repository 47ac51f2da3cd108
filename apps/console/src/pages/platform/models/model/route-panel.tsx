import { useState } from 'react'
import { useConsole } from '../../../../console-context.ts'
import { Button } from '../../../../parts/form/button.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { Badge, type BadgeTone } from '../../../../parts/text/badge.tsx'
import { formatDuration } from '../../../../time/durations.ts'
import { breakerWords, modelsTexts, modelTexts as texts } from '../../../../words/en/platform/models.ts'
import { RemoveDialog } from '../../../settings/remove-dialog.tsx'
import type { AliasDetails, RouteStates } from './alias-details.ts'
import { removeRoute } from './model.generated.ts'

type Route = AliasDetails['routes'][number]
type RouteState = NonNullable<RouteStates>[number]

const tones: Record<RouteState['state'], BadgeTone> = { CLOSED: 'good', HALF_OPEN: 'warn', OPEN: 'bad' }

type RoutePanelProps = {
  alias: AliasDetails
  states: RouteStates
  onEdit: (routeId: string) => void
  onChanged: () => void
}

export function RoutePanel({ alias, states, onEdit, onChanged }: RoutePanelProps) {
  const { ask } = useConsole()
  const [removed, setRemoved] = useState<Route>()
  return (
    <Panel
      title={texts.routes}
      isFlush
      aside={
        <Button size="s" onClick={() => onEdit('route')}>
          {texts.addRoute}
        </Button>
      }
    >
      <ul>
        {alias.routes.map((route) => (
          <li key={route.id} className="row">
            <div className="row-text">
              <p className="row-title">
                {route.position}
                {'. '}
                {route.providerModel} {route.isEnabled ? null : <Badge>{modelsTexts.disabled}</Badge>}
              </p>
              <p className="row-detail">{route.baseUrl}</p>
              <RouteReports own={(states ?? []).filter(({ routeId }) => routeId === route.id)} />
            </div>
            <div className="row-actions">
              <Button
                size="s"
                aria-label={texts.editRouteOf(route.providerModel)}
                onClick={() => onEdit(route.id)}
              >
                {texts.editRoute}
              </Button>
              <Button
                size="s"
                aria-label={texts.removeRouteOf(route.providerModel)}
                onClick={() => setRemoved(route)}
              >
                {texts.removeRoute}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {removed ? (
        <RemoveDialog
          title={texts.removeRouteOf(removed.providerModel)}
          subject={removed.baseUrl}
          text={texts.removeText}
          confirm={texts.removeRoute}
          cancel={texts.cancel}
          removed={texts.removedRoute}
          work={() => ask(removeRoute, { routeId: removed.id })}
          onRemoved={onChanged}
          onClose={() => setRemoved(undefined)}
        />
      ) : null}
    </Panel>
  )
}

/** Each gateway process has its own circuit breaker for a route. */
function RouteReports({ own }: { own: readonly RouteState[] }) {
  if (own.length === 0) return <p className="row-detail">{texts.noReport}</p>
  return (
    <>
      {own.map(({ replica, state, calls5m, failures5m, p95 }) => (
        <p key={replica} className="row-detail">
          <Badge tone={tones[state]}>{breakerWords[state]}</Badge> {texts.at(replica)}
          {' · '}
          {texts.perReplica(calls5m, failures5m, p95 === null ? '–' : formatDuration(Math.round(p95)))}
        </p>
      ))}
    </>
  )
}
