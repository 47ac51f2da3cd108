// The root of every page: decides by the session and the page's access whether to show the page, the login or a wait.
import { Outlet, useMatches, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useSessionState } from '../console-context.ts'
import { isLoginPath } from '../pages/identity/login/login-search.ts'
import { pageTitles } from '../words/en/pages.ts'
import { shellTexts } from '../words/en/shell.ts'
import { Brand } from '../parts/brand.tsx'
import { Button } from '../parts/form/button.tsx'
import { Empty } from '../parts/states/empty.tsx'
import { useConsole } from '../console-context.ts'
import { Toasts } from '../widgets/toast/toasts.tsx'
import { Tooltips } from '../widgets/tooltip/tooltips.tsx'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'

export function Frame() {
  return (
    <>
      <FramedPage />
      <Tooltips />
      <Toasts />
    </>
  )
}

function FramedPage() {
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page })
  const state = useSessionState()
  useFocusOnNavigation(page?.title ?? pageTitles.notFound)
  if (page?.who === 'anyone') return <Pending />
  if (state.kind === 'starting') return <Starting />
  if (state.kind === 'unreachable') return <Unreachable />
  if (state.kind === 'closed' && page === undefined)
    return (
      <main className="content">
        <NotFound />
      </main>
    )
  if (state.kind === 'closed') return <ToLogin {...state} />
  return (
    <Shell user={state.session.user}>
      <Pending />
    </Shell>
  )
}

/** The address is read once: while the login page is loaded, the address is already that of the login. */
function ToLogin({ wasOpen, isUnconfirmed = false }: { wasOpen: boolean; isUnconfirmed?: boolean }) {
  const navigate = useNavigate()
  const [from] = useState(() => window.location.pathname + window.location.search)
  useEffect(() => {
    // Drawn anew during that time, it would return to the login itself and forget the page.
    if (isLoginPath(from)) return
    void navigate({
      to: '/login',
      search: {
        ...(wasOpen ? { ended: true } : {}),
        ...(isUnconfirmed ? { unconfirmed: true } : {}),
        return: from,
      },
      replace: true,
    })
  }, [navigate, from, wasOpen, isUnconfirmed])
  return <Starting />
}

function Starting() {
  return (
    <main className="splash" aria-busy="true">
      <Brand />
    </main>
  )
}

function Pending() {
  return (
    <Suspense fallback={<div className="splash" aria-busy="true" />}>
      <Outlet />
    </Suspense>
  )
}

function Unreachable() {
  const { session } = useConsole()
  return (
    <main className="splash">
      <Empty
        icon="offline"
        title={shellTexts.unreachable}
        action={
          <Button kind="primary" onClick={() => void session.start()}>
            {shellTexts.tryAgain}
          </Button>
        }
      >
        <p>{shellTexts.unreachableText}</p>
      </Empty>
    </main>
  )
}
