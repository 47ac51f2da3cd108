import type { ReactNode } from 'react'
import { Brand } from '../../../parts/brand.tsx'

type GateProps = { title: string; text?: ReactNode; children: ReactNode; foot?: ReactNode }

/** The frame of the pages before the login: one narrow column. */
export function Gate({ title, text, children, foot }: GateProps) {
  return (
    <main className="gate">
      <div className="gate-card">
        <Brand />
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
