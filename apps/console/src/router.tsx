import {
  type RouterHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import type { Page } from './pages/page.ts'
import { pages } from './pages.ts'
import { NotFound } from './shell/not-found.tsx'
import { Frame } from './shell/frame.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: Page
  }
}

/** Builds the routes from the table of pages. Pages are loaded on demand. */
export function createConsoleRouter(history?: RouterHistory) {
  const root = createRootRoute({ component: Frame, notFoundComponent: NotFound })
  const routes = pages.map((page) =>
    createRoute({
      getParentRoute: () => root,
      path: page.path,
      staticData: { page },
      // A page that shows another company, key or talent begins anew: no form, dialog or answer of the former one stays.
      remountDeps: ({ params }) => keyOf(page, params as Record<string, string>),
      component: lazyRouteComponent(async () => ({ Page: await page.load() }), 'Page'),
    }),
  )
  return createRouter({
    routeTree: root.addChildren(routes),
    defaultPreload: 'intent',
    scrollRestoration: true,
    ...(history ? { history } : {}),
  })
}

function keyOf({ keyedBy }: Page, params: Readonly<Record<string, string>>): (string | undefined)[] {
  return (keyedBy ?? Object.keys(params)).map((name) => params[name])
}
