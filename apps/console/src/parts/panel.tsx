import { type ReactNode, useId } from 'react'

type PanelProps = {
  title?: string
  /** Beside the title, at the end of the line. */
  aside?: ReactNode
  /** Lists reach the edges of the panel. */
  isFlush?: boolean
  children: ReactNode
}

export function Panel({ title, aside, isFlush = false, children }: PanelProps) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={title === undefined ? undefined : id}>
      {title === undefined ? null : (
        <header className="panel-head">
          <h2 id={id}>{title}</h2>
          {aside}
        </header>
      )}
      <div className="panel-body" data-flush={isFlush || undefined}>
        {children}
      </div>
    </section>
  )
}

type SettingProps = { title: string; text: ReactNode; children: ReactNode }

/** A group of settings: what it is about on the left, the panel on the right. */
export function Setting({ title, text, children }: SettingProps) {
  const id = useId()
  return (
    <section className="setting" aria-labelledby={id}>
      <header className="setting-head">
        <h2 id={id}>{title}</h2>
        <p className="soft small">{text}</p>
      </header>
      <div className="panel setting-body">{children}</div>
    </section>
  )
}
