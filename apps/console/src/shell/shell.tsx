import { useMatches } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useConsole } from '../console-context.ts'
import { PageHead } from '../parts/page-head.tsx'
import { FaultNotice } from '../parts/states/fault-notice.tsx'
import { Notice } from '../parts/states/notice.tsx'
import type { SessionUser } from '../session/create-session.ts'
import { shellTexts } from '../words/en/shell.ts'
import { CommandBar } from './command-bar/command-bar.tsx'
import { rememberCompany } from './last-company.ts'
import { Header } from './header/header.tsx'
import { KeyboardList } from './keyboard/keyboard-list.tsx'
import { Rail, pagesInRail } from './rail.tsx'
import { Tray } from './tray/tray.tsx'
import { type FrameData, useCompanyId, useFrame } from './use-frame.ts'

export function Shell({ user, children }: { user: SessionUser; children: ReactNode }) {
  const { session, queries } = useConsole()
  const companyId = useCompanyId()
  const frame = useFrame()
  const isFound = frame.data?.company !== undefined
  // To others, a page of the platform is refused whether or not the company in its address exists.
  const isForOperatorsOnly = usePageAccess() === 'superAdmin' && !user.isSuperAdmin
  useEffect(() => {
    if (companyId === undefined || !isFound) return undefined
    rememberCompany(companyId)
    // The socket is not needed to draw the page, so its code is loaded afterwards.
    let stop = () => {}
    let isGone = false
    const follow = async () => {
      const { followCompany } = await import('../graphql/live-events.ts')
      if (!isGone) stop = followCompany({ session, queries }, companyId)
    }
    void follow()
    return () => {
      isGone = true
      stop()
    }
  }, [companyId, isFound, session, queries])
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {shellTexts.skip}
      </a>
      <Rail user={user} frame={frame.data} />
      <div className="shell-main">
        <Header user={user} frame={frame.data} isLoading={frame.isPending} />
        <main id="content" className="content">
          {companyId !== undefined && frame.error && !frame.data && !isForOperatorsOnly ? (
            <div className="page">
              <PageTitle />
              <FaultNotice
                fault={frame.error}
                onRetry={() => void frame.refetch()}
                isRetrying={frame.isFetching}
              />
            </div>
          ) : (
            <>
              <SuperAdminBand user={user} frame={frame.data} />
              <Allowed user={user} frame={frame.data}>
                {children}
              </Allowed>
            </>
          )}
        </main>
      </div>
      <CommandBar user={user} frame={frame.data} />
      <KeyboardList
        pages={pagesInRail({ user, frame: frame.data, companyId: companyId ?? frame.data?.company?.id })}
      />
      <Tray />
    </div>
  )
}

function usePageAccess() {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData.page?.who })
}

/** The h1 of a page that cannot be shown. */
function PageTitle() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.page?.title })
  return <PageHead title={title ?? ''} />
}

type BandProps = { user: SessionUser; frame: FrameData | undefined }

/** A super admin inside a customer's company always sees that what they do is recorded there. */
function SuperAdminBand({ user, frame }: BandProps) {
  const company = frame?.company
  if (!user.isSuperAdmin || !company || frame.companies.some(({ companyId }) => companyId === company.id))
    return null
  return <p className="band">{shellTexts.actingIn(company.name)}</p>
}

/** A page that the role does not allow says who could open it, instead of failing at its first request. */
function Allowed({ user, frame, children }: BandProps & { children: ReactNode }) {
  const who = usePageAccess()
  const companyId = useCompanyId()
  const role = frame?.companies.find((company) => company.companyId === companyId)?.role
  const isRefused =
    !user.isSuperAdmin &&
    (who === 'superAdmin' || (frame !== undefined && who === 'admin' && role !== 'ADMIN'))
  if (!isRefused) return children
  return (
    <div className="page">
      <PageTitle />
      <Notice tone="warn" title={shellTexts.notForYou}>
        <p>{who === 'admin' ? shellTexts.needsAdmin : shellTexts.needsSuperAdmin}</p>
      </Notice>
    </div>
  )
}
