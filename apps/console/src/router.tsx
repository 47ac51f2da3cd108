import {
  type RouterHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
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
      component: lazyRouteComponent(async () => ({ Page: await page.load() }), 'Page'),
    }),
  )
  // Mails, checkouts and errors of the gateway lead to billing, which has no page yet: Home shows the balance.
  const billing = [
    createRoute({
      getParentRoute: () => root,
      path: '/billing',
      beforeLoad: () => {
        redirect({ href: '/', replace: true, throw: true })
      },
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/c/$companyId/profile/billing',
      beforeLoad: ({ params }) => {
        redirect({ href: `/c/${params.companyId}`, replace: true, throw: true })
      },
    }),
  ]
  return createRouter({
    routeTree: root.addChildren([...routes, ...billing]),
    defaultPreload: 'intent',
    scrollRestoration: true,
    ...(history ? { history } : {}),
  })
}
