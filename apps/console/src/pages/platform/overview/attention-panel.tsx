import { Link } from '@tanstack/react-router'
import { Icon } from '../../../parts/icon.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { formatTime } from '../../../time/moments.ts'
import { overviewTexts as texts } from '../../../words/en/platform/overview.ts'
import type { AttentionItem } from './attention-items.ts'

type AttentionPanelProps = { items: readonly AttentionItem[]; checkedAtMs: number }

export function AttentionPanel({ items, checkedAtMs }: AttentionPanelProps) {
  const count = items.length === 0 ? undefined : <Badge tone="warn">{texts.count(items.length)}</Badge>
  return (
    <Panel title={texts.needs} aside={count} isFlush>
      {items.length === 0 ? (
        <Empty icon="check" title={texts.quiet}>
          <p>{texts.quietText(formatTime(new Date(checkedAtMs)))}</p>
        </Empty>
      ) : (
        <ul className="rows">
          {items.map(({ key, text, since, to, search, action }) => (
            <li key={key} className="row attention">
              <Icon name="alert" />
              <div className="row-text">
                <p>{text}</p>
                {since === null ? null : (
                  <p className="soft small">
                    {texts.since} <Moment at={since} />
                  </p>
                )}
              </div>
              <Link className="button" data-size="s" to={to} {...(search ? { search } : {})}>
                {action}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
