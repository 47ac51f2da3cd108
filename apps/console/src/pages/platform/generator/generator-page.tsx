import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { type ConsoleFault, toConsoleFault } from '../../../graphql/console-fault.ts'
import { useAsked } from '../../../graphql/use-asked.ts'
import { Button } from '../../../parts/form/button.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { useSamples } from '../../../parts/plot/use-samples.ts'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { generatorTexts as texts } from '../../../words/en/platform/generator.ts'
import { formatSpan } from '../../../time/spans.ts'
import { GeneratorFigures } from './generator-figures.tsx'
import { type GeneratorResult, generator, startGenerator, stopGenerator } from './generator.generated.ts'
import { RatePlot } from './rate-plot.tsx'

const pollMs = 2_000

export function GeneratorPage() {
  const asked = useAsked(generator, {}, { pollMs })
  const samples = useSamples(asked.data?.generatorMetrics.throughputPerMinute, asked.dataUpdatedAt)
  return (
    <div className="page">
      <PageHead title={texts.title} text={texts.text} />
      <Loaded asked={asked}>
        {(data) => (
          <div className="stack">
            <Switch status={data.generatorStatus} onChanged={() => void asked.refetch()} />
            <GeneratorFigures {...data} />
            <Panel title={texts.plot}>
              <RatePlot samples={samples} />
            </Panel>
          </div>
        )}
      </Loaded>
    </div>
  )
}

type SwitchProps = { status: GeneratorResult['generatorStatus']; onChanged: () => void }

/** The state, and one button that changes it. */
function Switch({ status: { status, uptimeSeconds }, onChanged }: SwitchProps) {
  const { ask } = useConsole()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<ConsoleFault>()
  const isStopped = status === 'stopped'
  async function change(): Promise<void> {
    setBusy(true)
    setFault(undefined)
    try {
      await (isStopped ? ask(startGenerator, {}) : ask(stopGenerator, {}))
      onChanged()
    } catch (thrown) {
      setFault(toConsoleFault(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel>
      {fault ? <FaultNotice fault={fault} /> : null}
      <div className="switch">
        <div className="switch-text">
          <p className="switch-state" role="status">
            <Badge tone={isStopped ? 'warn' : 'good'}>{texts.states[status] ?? status}</Badge>
            {isStopped ? null : (
              <span className="soft">
                {texts.runningFor} {formatSpan(uptimeSeconds * 1_000)}
              </span>
            )}
          </p>
          <p className="soft small">{isStopped ? texts.stoppedText : texts.stoppingText}</p>
        </div>
        <Button
          kind={isStopped ? 'primary' : 'danger'}
          icon={isStopped ? 'play' : 'pause'}
          onClick={() => void change()}
          isBusy={isBusy}
        >
          {isStopped ? texts.start : texts.stop}
        </Button>
      </div>
    </Panel>
  )
}
