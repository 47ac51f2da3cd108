import { showToast } from '../../../../widgets/toast/toast-queue.ts'
import { undoAction } from '../../../../widgets/toast/undo-action.ts'
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
  const setEnabled = (endpointId: string, isEnabled: boolean) =>
    ask(updateEndpoint, { companyId, endpointId, input: { isEnabled } })
  async function toggle({ id, isEnabled }: Endpoint): Promise<void> {
    await setEnabled(id, !isEnabled)
    const undo = async () => {
      await setEnabled(id, isEnabled)
      onChanged()
    }
    showToast({ title: isEnabled ? texts.isDisabled : texts.isEnabled, action: undoAction(undo) })
  }
  return (
    <Panel title={texts.title} isFlush>
      {fault ? <FaultNotice fault={fault} /> : null}
      <ul className="rows">
        {endpoints.map((endpoint) => (
          <EndpointRow
            key={endpoint.id}
            endpoint={endpoint}
            busy={busy}
            onTest={async () => {
              const isSent = await run(`test ${endpoint.id}`, () =>
                ask(testEndpoint, { companyId, endpointId: endpoint.id }),
              )
              if (isSent) showToast({ title: texts.tested, text: texts.testedText })
            }}
            onToggle={() => void run(`toggle ${endpoint.id}`, () => toggle(endpoint))}
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
  onTest: () => Promise<void>
  onToggle: () => void
  onOpen: (change: EndpointChange) => void
}

function EndpointRow({ endpoint, busy, onTest, onToggle, onOpen }: EndpointRowProps) {
  const { id, url, isEnabled } = endpoint
  const label = (action: string) => ({ 'aria-label': texts.labelOf(action, url) })
  const toggle = isEnabled ? texts.disable : texts.enable
  const changes = [
    ['change', texts.change],
    ['rotate', texts.rotate],
  ] as const
  return (
    <li className="row rule">
      <EndpointText endpoint={endpoint} />
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

function EndpointText({ endpoint }: { endpoint: Endpoint }) {
  const { url, description, eventTypes, failingSince, previousSecretUntil } = endpoint
  return (
    <div className="row-text">
      <p className="row-title">
        <span className="endpoint-url">{url}</span>
        <EndpointState endpoint={endpoint} />
      </p>
      <p className="soft small">
        {description === '' ? null : <span className="row-detail">{description}</span>}
        <span className="row-detail" data-tip={eventTypes.length === 0 ? undefined : eventTypes.join(', ')}>
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
