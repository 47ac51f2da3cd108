// What the event would do now. A dry run changes nothing, so it runs as soon as the page of a pending event is open:
// an operator sees the effects before they decide.
import { useState } from 'react'
import { useConsole } from '../../../../console-context.ts'
import { type ConsoleFault, toConsoleFault } from '../../../../graphql/console-fault.ts'
import { useAsked } from '../../../../graphql/use-asked.ts'
import { Button } from '../../../../parts/form/button.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { Loaded } from '../../../../parts/states/loaded.tsx'
import { Notice } from '../../../../parts/states/notice.tsx'
import { appliedTitle, eventsTexts as texts, outcomeWords } from '../../../../words/en/platform/events.ts'
import {
  type DryRunProviderEventResult,
  type ProviderEventResult,
  dryRunProviderEvent,
  replayProviderEvent,
} from './event.generated.ts'

type Outcome = DryRunProviderEventResult['dryRunProviderEvent']

type EventOutcomeProps = {
  event: ProviderEventResult['providerEvent']
  onChanged: () => void
  onIgnore: () => void
}

export function EventOutcome({ event, onChanged, onIgnore }: EventOutcomeProps) {
  const { id, status } = event
  const { ask } = useConsole()
  const isPending = status !== 'PROCESSED' && status !== 'IGNORED'
  const [isAsked, setAsked] = useState(isPending)
  const dryRun = useAsked(dryRunProviderEvent, { eventId: id }, { isEnabled: isAsked })
  const [applied, setApplied] = useState<Outcome>()
  const [fault, setFault] = useState<ConsoleFault>()
  const [isReplaying, setReplaying] = useState(false)
  async function replay(): Promise<void> {
    setReplaying(true)
    setFault(undefined)
    try {
      setApplied((await ask(replayProviderEvent, { eventId: id })).replayProviderEvent)
      onChanged()
    } catch (thrown) {
      setFault(toConsoleFault(thrown))
    } finally {
      setReplaying(false)
    }
  }
  return (
    <Panel title={applied ? texts.did : texts.wouldDo}>
      <div className="stack">
        {fault ? <FaultNotice fault={fault} /> : null}
        {applied ? (
          <ShownOutcome outcome={applied} isApplied />
        ) : isAsked ? (
          <Loaded asked={dryRun}>
            {({ dryRunProviderEvent: outcome }) => <ShownOutcome outcome={outcome} isApplied={false} />}
          </Loaded>
        ) : (
          <p className="soft">{texts.notRun}</p>
        )}
        <div className="actions">
          <Button
            kind={isPending ? 'primary' : 'secondary'}
            onClick={() => void replay()}
            isBusy={isReplaying}
          >
            {texts.replay}
          </Button>
          <Button
            onClick={() => {
              setApplied(undefined)
              setAsked(true)
              if (isAsked) void dryRun.refetch()
            }}
            isBusy={dryRun.isFetching}
          >
            {texts.dryRun}
          </Button>
          {isPending ? <Button onClick={onIgnore}>{texts.ignore}</Button> : null}
        </div>
        <p className="soft small">{texts.replayText}</p>
      </div>
    </Panel>
  )
}

function ShownOutcome({
  outcome: { outcome, effects, reason },
  isApplied,
}: {
  outcome: Outcome
  isApplied: boolean
}) {
  const { tone, title } = outcomeWords[outcome] ?? { tone: 'info' as const, title: outcome }
  return (
    <>
      <Notice tone={tone} title={isApplied && outcome === 'processed' ? appliedTitle : title}>
        {reason === null ? null : <p>{reason}</p>}
      </Notice>
      {effects.length === 0 ? (
        <p className="soft">{texts.noEffects}</p>
      ) : (
        <ul className="effects">
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      )}
    </>
  )
}
