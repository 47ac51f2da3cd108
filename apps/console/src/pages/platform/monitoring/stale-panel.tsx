import type { ReactNode } from 'react'
import { Panel } from '../../../parts/panel.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { monitoringTexts as texts } from '../../../words/en/platform/monitoring.ts'
import type { Known } from './use-last-known.ts'

type StalePanelProps<Value> = {
  title: string
  known: Known<Value> | undefined
  isStale: boolean
  children: (value: Value) => ReactNode
}

/** A panel that says when its figures are old, instead of showing them as current ones. */
export function StalePanel<Value>({ title, known, isStale, children }: StalePanelProps<Value>) {
  return (
    <Panel title={title} aside={isStale ? <Badge tone="warn">{texts.stale}</Badge> : undefined}>
      {known === undefined ? (
        <p className="soft">{texts.neverSeen}</p>
      ) : (
        <div className={isStale ? 'stack panel-stale' : 'stack'}>
          {isStale ? (
            <p className="soft small">
              {texts.staleSince} <Moment at={new Date(known.at).toISOString()} as="time" /> {texts.utc}
            </p>
          ) : null}
          {children(known.value)}
        </div>
      )}
    </Panel>
  )
}
