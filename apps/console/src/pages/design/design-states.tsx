import { ConsoleFault } from '../../graphql/console-fault.ts'
import { Panel } from '../../parts/panel.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { FaultNotice } from '../../parts/states/fault-notice.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { Amount } from '../../parts/text/amount.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Meter } from '../../parts/meter.tsx'
import { Badge } from '../../parts/text/badge.tsx'
import { CopyText } from '../../parts/text/copy-text.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { Snippet } from '../../parts/text/snippet.tsx'
import { designTexts as texts } from '../../words/en/design.ts'

const colours = [
  'page',
  'surface',
  'surface-sunken',
  'line',
  'ink',
  'ink-soft',
  'accent',
  'accent-soft',
  'good',
  'warn',
  'bad',
  'plot-1',
  'plot-2',
  'plot-3',
  'plot-4',
]
const sizes = ['2xl', 'xl', 'l', 'm', 's', 'xs']
const at = '2026-11-07T09:04:07.203Z'
const requestId = '0193a3c4-7b1e-7000-8000-5f2c1d9e8a41'

export function DesignColours() {
  return (
    <div className="design-row">
      {colours.map((name) => (
        <div key={name} className="swatch">
          <span className="swatch-colour" style={{ background: `var(--${name})` }} />
          {name}
        </div>
      ))}
    </div>
  )
}

export function DesignText() {
  return (
    <>
      {sizes.map((size) => (
        <p key={size} style={{ fontSize: `var(--text-${size})`, lineHeight: 1.3 }}>
          {texts.sample}
        </p>
      ))}
      <div className="design-row">
        <Amount credits="41.203991" hasUnit />
        <Amount credits="-0.5" hasUnit />
        <Moment at={at} />
        <Moment at={at} as="ago" />
        <CopyText text={requestId} label={texts.call} />
      </div>
      <div className="design-row">
        <Badge>{texts.disabled}</Badge>
        <Badge tone="accent">{texts.info}</Badge>
        <Badge tone="good">{texts.succeeded}</Badge>
        <Badge tone="warn">{texts.warn}</Badge>
        <Badge tone="bad">{texts.failed}</Badge>
      </div>
    </>
  )
}

export function DesignStates() {
  return (
    <>
      <div className="design-columns">
        <Notice tone="info" title={texts.info}>
          <p>{texts.hint}</p>
        </Notice>
        <Notice tone="good" title={texts.good} />
        <Notice tone="warn" title={texts.warn} action={<Button size="s">{texts.more}</Button>} />
        <FaultNotice fault={new ConsoleFault('', { code: 'INTERNAL', requestId })} onRetry={() => {}} />
      </div>
      <div className="design-columns">
        <Panel title={texts.noKeys} isFlush>
          <Empty icon="key" title={texts.noKeys} action={<Button kind="primary">{texts.createKey}</Button>}>
            <p>{texts.noKeysText}</p>
          </Empty>
        </Panel>
        <Panel title={texts.busy}>
          <Skeleton lines={5} />
        </Panel>
      </div>
      <div className="design-columns">
        <Facts
          facts={[
            { label: texts.model, value: 'svc/chat-default' },
            { label: texts.ended, value: <Moment at={at} /> },
          ]}
        />
        <div className="stack">
          {[0.4, 0.9, 1.2].map((share) => (
            <Meter key={share} share={share} label={texts.credits} text={String(share)} />
          ))}
        </div>
        <Snippet
          text={'curl "$BASE_URL/models" \\\n  -H "Authorization: Bearer $API_KEY"'}
          label={texts.code}
        />
      </div>
    </>
  )
}
