import { Icon } from '../icon.tsx'

/** Leads to documentation, in a new tab, because the page may have input that is not sent. */
export function DocsLink({ href, children }: { href: string | undefined; children: string }) {
  if (href === undefined) return null
  return (
    <a className="button" data-kind="quiet" href={href} target="_blank" rel="noreferrer">
      {children}
      <Icon name="external" />
    </a>
  )
}
