import type { ComponentType } from 'react'
import type { IconName } from '../parts/icon.tsx'

/** admin: an admin of the company in the address. Super admins may see every page. */
type PageAccess = 'anyone' | 'user' | 'member' | 'admin' | 'superAdmin'

export type Page = {
  name: string
  /** A path of the router; `$companyId` is a parameter. */
  path: string
  title: string
  who: PageAccess
  states: readonly string[]
  /** The parameters of its path whose change begins the page anew; all of them if it is not set. */
  keyedBy?: readonly string[]
  /** Set for pages in the rail, in their order. */
  rail?: {
    group: 'company' | 'recruiting' | 'settings' | 'platform'
    icon: IconName
    shortcut?: string
    /** For titles that do not fit into the bar of narrow screens. */
    title?: string
  }
  /** Loaded on demand, and ahead of time when a link to it gets the pointer or the focus. */
  load: () => Promise<ComponentType>
}

export function definePage(page: Page): Page {
  return page
}
