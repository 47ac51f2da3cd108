import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

type PageHeadProps = { title: string; text?: ReactNode; actions?: ReactNode }

/** The one h1 of a page. The shell moves the focus here after a navigation. */
export function PageHead({ title, text, actions }: PageHeadProps) {
  return (
    <header className="page-head">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {text ? <p className="soft">{text}</p> : null}
      </div>
      {actions ? <div className="page-actions">{actions}</div> : null}
    </header>
  )
}

/** Above the head of a page about one thing: leads to the list that it is in. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="back" to={to}>
      <Icon name="chevron" />
      {children}
    </Link>
  )
}
