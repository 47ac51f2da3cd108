import type { ReactNode } from 'react'
import { productName } from '../../../words/en/pages.ts'

type GateProps = { title: string; text?: ReactNode; children: ReactNode; foot?: ReactNode }

/** The frame of the pages before the login: one narrow column. */
export function Gate({ title, text, children, foot }: GateProps) {
  return (
    <main className="gate">
      <div className="gate-card">
        <p className="brand">
          <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
            <rect className="brand-tile" width="32" height="32" rx="8" />
            <path className="brand-arch" d="M8 24V14a8 8 0 0 1 16 0v10M13 24v-9.5a3 3 0 0 1 6 0V24" />
          </svg>
          <span>{productName}</span>
        </p>
        <header className="gate-head">
          <h1 tabIndex={-1}>{title}</h1>
          {text ? <p className="soft">{text}</p> : null}
        </header>
        {children}
      </div>
      {foot ? <p className="gate-foot">{foot}</p> : null}
    </main>
  )
}
