// Decides which routes each listener serves. Routes with a separate port are served only there, so that a client of the
// public port cannot reach them.
import type { Route } from '@gatehouse/http/define-route'

type OwnListener = { port: number; routes: readonly Route[] }

export type ListenerPlan = {
  public: readonly Route[]
  scrapes: OwnListener | undefined
  internal: OwnListener | undefined
}

export function planListeners(
  { routes, scrapes }: { routes: readonly Route[]; scrapes: readonly Route[] },
  { metricsPort, internalPort }: { metricsPort: number | undefined; internalPort: number | undefined },
): ListenerPlan {
  const isMoved = (route: Route) => internalPort !== undefined && route.isInternal === true
  const stays = routes.filter((route) => !isMoved(route))
  return {
    public: metricsPort === undefined ? [...stays, ...scrapes] : stays,
    scrapes: metricsPort === undefined ? undefined : { port: metricsPort, routes: scrapes },
    internal:
      internalPort === undefined
        ? undefined
        : { port: internalPort, routes: routes.filter((route) => isMoved(route) || route.isShared === true) },
  }
}
