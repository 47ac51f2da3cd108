import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'

type NoticeTone = 'info' | 'good' | 'warn' | 'bad'

const icons: Record<NoticeTone, IconName> = { info: 'info', good: 'check', warn: 'alert', bad: 'alert' }

type NoticeProps = { tone: NoticeTone; title: string; children?: ReactNode; action?: ReactNode }

/** Something that the person should know here and now. A bad one is announced immediately. */
export function Notice({ tone, title, children, action }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={icons[tone]} />
      <div className="notice-text">
        <p className="notice-title">{title}</p>
        {children ? <div className="notice-more">{children}</div> : null}
      </div>
      {action}
    </div>
  )
}
