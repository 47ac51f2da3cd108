import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { type MoreRows, useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Button } from '../../../parts/form/button.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { ledgerTexts as texts } from '../../../words/en/platform/ledger.ts'
import { InvariantPanel } from './invariant-panel.tsx'
import { type PlatformLedgerResult, platformLedger, startReconciliation } from './ledger.generated.ts'
import { ParkedPanel, PausePanel } from './open-panels.tsx'
import { RunList } from './run-list.tsx'

const readRuns = (result: PlatformLedgerResult) => result.reconciliations

export function LedgerPage() {
  const { ask } = useConsole()
  const { asked, ...more } = useAskedPages(platformLedger, {}, { read: readRuns })
  const [isStarted, setStarted] = useState(false)
  const form = useForm([], async () => {
    await ask(startReconciliation, {})
    setStarted(true)
    await asked.refetch()
  })
  return (
    <div className="page">
      <PageHead
        title={texts.title}
        text={texts.text}
        actions={
          <form onSubmit={form.onSubmit}>
            <Button type="submit" kind="primary" isBusy={form.isBusy}>
              {texts.start}
            </Button>
          </form>
        }
      />
      <div className="stack-3">
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        {isStarted ? (
          <Notice tone="good" title={texts.started}>
            <p>{texts.startedText}</p>
          </Notice>
        ) : null}
        <Loaded asked={asked} skeleton={<Skeleton lines={3} height={160} />}>
          {(data) =>
            data ? (
              <>
                <div className="pair">
                  <PausePanel pauses={data.first.pauses} />
                  <ParkedPanel calls={data.first.parkedCalls} onChanged={() => void asked.refetch()} />
                </div>
                <Runs rows={data.rows} hasMore={data.hasMore} more={more} />
              </>
            ) : null
          }
        </Loaded>
      </div>
    </div>
  )
}

type RunsProps = {
  rows: PlatformLedgerResult['reconciliations']['nodes']
  hasMore: boolean
  more: MoreRows
}

function Runs({ rows, hasMore, more }: RunsProps) {
  const [last] = rows
  if (!last)
    return (
      <div className="panel">
        <Empty icon="shield" title={texts.never}>
          <p>{texts.neverText}</p>
        </Empty>
      </div>
    )
  return (
    <>
      <InvariantPanel run={last} />
      <RunList rows={rows} hasMore={hasMore} more={more} />
    </>
  )
}
