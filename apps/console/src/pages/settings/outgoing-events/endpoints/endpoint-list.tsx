import { useState } from 'react'
import { useConsole } from '../../../../console-context.ts'
import { Button } from '../../../../parts/form/button.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { Badge } from '../../../../parts/text/badge.tsx'
import { Moment } from '../../../../parts/text/moment.tsx'
import { endpointTexts as texts } from '../../../../words/en/settings/outgoing-events.ts'
import { useChange } from '../../use-change.ts'
import { testEndpoint, updateEndpoint } from '../outgoing-events.generated.ts'
import type { Endpoint } from './endpoint.ts'
import { ChangeEndpoint, type EndpointChange } from './change-endpoint.tsx'

type EndpointListProps = { companyId: string; endpoints: readonly Endpoint[]; onChanged: () => void }

export function EndpointList({ companyId, endpoints, onChanged }: EndpointListProps) {
  const { ask } = useConsole()
  const { busy, fault, run } = useChange(onChanged)
  const [opened, setOpened] = useState<{ change: EndpointChange; endpoint: Endpoint }>()
  const [tested, setTested] = useState<string>()
  return (
    <Panel title={texts.title} isFlush>
      {fault ? <FaultNotice fault={fault} /> : null}
      <ul className="rows">
        {endpoints.map((endpoint) => (
          <EndpointRow
            key={endpoint.id}
            endpoint={endpoint}
            busy={busy}
            isTested={tested === endpoint.id}
            onTest={async () => {
              const isSent = await run(`test ${endpoint.id}`, () =>
                ask(testEndpoint, { companyId, endpointId: endpoint.id }),
              )
              if (isSent) setTested(endpoint.id)
            }}
            onToggle={() =>
              void run(`toggle ${endpoint.id}`, () =>
                ask(updateEndpoint, {
                  companyId,
                  endpointId: endpoint.id,
                  input: { isEnabled: !endpoint.isEnabled },
                }),
              )
            }
            onOpen={(change) => setOpened({ change, endpoint })}
          />
        ))}
      </ul>
      {opened ? (
        <ChangeEndpoint
          {...opened}
          companyId={companyId}
          onChanged={onChanged}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </Panel>
  )
}

type EndpointRowProps = {
  endpoint: Endpoint
  busy: string | undefined
  isTested: boolean
  onTest: () => Promise<void>
  onToggle: () => void
  onOpen: (change: EndpointChange) => void
}

function EndpointRow({ endpoint, busy, isTested, onTest, onToggle, onOpen }: EndpointRowProps) {
  const { id, url, isEnabled } = endpoint
  const label = (action: string) => ({ 'aria-label': texts.labelOf(action, url) })
  const toggle = isEnabled ? texts.disable : texts.enable
  const changes = [
    ['change', texts.change],
    ['rotate', texts.rotate],
  ] as const
  return (
    <li className="row rule">
      <EndpointText endpoint={endpoint} isTested={isTested} />
      <div className="row-actions">
        {isEnabled ? (
          <Button
            size="s"
            {...label(texts.test)}
            isBusy={busy === `test ${id}`}
            onClick={() => void onTest()}
          >
            {texts.test}
          </Button>
        ) : null}
        {changes.map(([change, text]) => (
          <Button key={change} size="s" kind="quiet" {...label(text)} onClick={() => onOpen(change)}>
            {text}
          </Button>
        ))}
        <Button size="s" kind="quiet" {...label(toggle)} isBusy={busy === `toggle ${id}`} onClick={onToggle}>
          {toggle}
        </Button>
        <Button size="s" kind="quiet" {...label(texts.remove)} onClick={() => onOpen('remove')}>
          {texts.remove}
        </Button>
      </div>
    </li>
  )
}

function EndpointText({ endpoint, isTested }: { endpoint: Endpoint; isTested: boolean }) {
  const { url, description, eventTypes, failingSince, previousSecretUntil } = endpoint
  return (
    <div className="row-text">
      <p className="row-title">
        <span className="endpoint-url">{url}</span>
        <EndpointState endpoint={endpoint} />
      </p>
      <p className="soft small">
        {description === '' ? null : <span className="row-detail">{description}</span>}
        <span className="row-detail" title={eventTypes.join(', ')}>
          {eventTypes.length === 0 ? texts.allTypes : texts.types(eventTypes.length)}
        </span>
        {failingSince === null ? null : (
          <span className="row-detail">
            {texts.failingSince} <Moment at={failingSince} /> {texts.utc}
          </span>
        )}
        {previousSecretUntil === null ? null : (
          <span className="row-detail">
            {texts.twoSecrets} <Moment at={previousSecretUntil} /> {texts.utc}
          </span>
        )}
        <span role="status" className={isTested ? 'row-detail' : undefined}>
          {isTested ? texts.tested : ''}
        </span>
      </p>
    </div>
  )
}

function EndpointState({ endpoint: { isEnabled, disabledBecause, failingSince } }: { endpoint: Endpoint }) {
  if (!isEnabled)
    return (
      <Badge tone={disabledBecause === null ? 'neutral' : 'bad'}>
        {disabledBecause === null ? texts.disabled : texts.because[disabledBecause]}
      </Badge>
    )
  return failingSince === null ? (
    <Badge tone="good">{texts.enabled}</Badge>
  ) : (
    <Badge tone="warn">{texts.failing}</Badge>
  )
}
