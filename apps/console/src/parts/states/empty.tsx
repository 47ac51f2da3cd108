import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'

type EmptyProps = { icon: IconName; title: string; children?: ReactNode; action?: ReactNode }

/** An empty list says what will be here and how the first one comes about. */
export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={icon} size={20} />
      </span>
      <p className="empty-title">{title}</p>
      {children ? <div className="empty-text">{children}</div> : null}
      {action}
    </div>
  )
}
