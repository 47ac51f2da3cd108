import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { pages } from '../pages.ts'
import type { Page } from '../pages/page.ts'
import { Icon } from '../parts/icon.tsx'
import type { SessionUser } from '../session/create-session.ts'
import { pageTitles } from '../words/en/pages.ts'
import { shellTexts } from '../words/en/shell.ts'
import { CompanySwitch } from './company-switch.tsx'
import { type FrameData, useCompanyId, useIsPlatform } from './use-frame.ts'

const groups = ['company', 'recruiting', 'settings', 'platform'] as const

const platformStart = 'platform'
/** In a company, one entry leads to the pages of the platform. */
const platformTitles: Readonly<Record<string, string>> = { [platformStart]: pageTitles.platformInRail }

type RailProps = { user: SessionUser; frame: FrameData | undefined }

/**
 * What a role may not open is not in the rail, and the pages of the platform are beside those of a company. On narrow screens the
 * rail is a bar at the bottom.
 */
export function Rail({ user, frame }: RailProps) {
  // Beside a company, such as on the account page, the rail is that of the company that was open last.
  const companyId = useCompanyId() ?? frame?.company?.id
  const isPlatform = useIsPlatform() || (frame !== undefined && frame.company === undefined)
  const shown = pagesInRail({ user, frame, companyId }).filter(({ name, rail }) =>
    isPlatform ? rail?.group === 'platform' : rail?.group !== 'platform' || name === platformStart,
  )
  return (
    <nav className="rail" aria-label={shellTexts.navigation}>
      <CompanySwitch frame={frame} />
      <ul className="rail-list">
        {groups.map((group) => {
          const inGroup = shown.filter(({ rail }) => rail?.group === group)
          if (inGroup.length === 0) return null
          return (
            <Fragment key={group}>
              {inGroup[0] === shown[0] ? null : <li className="rail-line" aria-hidden="true" />}
              {inGroup.map((page) => (
                <RailItem
                  key={page.name}
                  page={page}
                  companyId={companyId}
                  title={isPlatform ? undefined : platformTitles[page.name]}
                />
              ))}
            </Fragment>
          )
        })}
      </ul>
      <ul className="rail-list rail-foot">
        <li>
          <Link to="/account" className="rail-item" data-clipped activeProps={{ 'aria-current': 'page' }}>
            <Icon name="account" />
            <span>{pageTitles.account}</span>
          </Link>
        </li>
      </ul>
    </nav>
  )
}

type RailItemProps = { page: Page; companyId: string | undefined; title: string | undefined }

function RailItem({ page, companyId, title }: RailItemProps) {
  if (!page.rail) return null
  return (
    <li>
      <Link
        to={page.path.replace('$companyId', companyId ?? '')}
        className="rail-item"
        data-clipped
        // Other pages are below the addresses of these.
        activeOptions={{ exact: ['home', 'profile', platformStart].includes(page.name) }}
        activeProps={{ 'aria-current': 'page' }}
      >
        <Icon name={page.rail.icon} />
        <span>{title ?? page.rail.title ?? page.title}</span>
      </Link>
    </li>
  )
}

type Viewpoint = RailProps & { companyId: string | undefined }

/** The pages that the user may open from here, in the order of the table. */
export function pagesInRail({ user, frame, companyId }: Viewpoint): Page[] {
  const role = frame?.companies.find((company) => company.companyId === companyId)?.role
  return pages.filter(({ rail, path, who }) => {
    if (!rail) return false
    if (path.includes('$companyId') && frame?.company === undefined) return false
    if (who === 'superAdmin') return user.isSuperAdmin
    return who !== 'admin' || user.isSuperAdmin || role === 'ADMIN'
  })
}
