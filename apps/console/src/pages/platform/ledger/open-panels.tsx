// What waits for the decision of a person: paused companies and parked calls.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Field } from '../../../parts/form/field.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { ledgerTexts as texts } from '../../../words/en/platform/ledger.ts'
import { Nothing } from '../company/nothing.tsx'
import { ReasonDialog } from '../company/reason-dialog.tsx'
import { type PlatformLedgerResult, settleParkedCall } from './ledger.generated.ts'

export function PausePanel({ pauses }: { pauses: PlatformLedgerResult['pauses'] }) {
  return (
    <Panel title={texts.pauses} isFlush>
      {pauses.length === 0 ? (
        <Nothing>{texts.noPauses}</Nothing>
      ) : (
        <ul className="rows">
          {pauses.map(({ companyId, companyName, reason, since }) => (
            <li key={companyId} className="row">
              <div className="row-text">
                <p className="row-title">
                  <Link className="row-link" to={`/admin/companies/${companyId}`}>
                    {companyName ?? texts.unnamed}
                  </Link>
                </p>
                <p className="small">{reason}</p>
                <p className="soft small">
                  {texts.since} <Moment at={since} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

type Parked = PlatformLedgerResult['parkedCalls'][number]

export function ParkedPanel({ calls, onChanged }: { calls: readonly Parked[]; onChanged: () => void }) {
  const [chosen, setChosen] = useState<Parked>()
  return (
    <Panel title={texts.parked} isFlush>
      {calls.length === 0 ? (
        <Nothing>{texts.noParked}</Nothing>
      ) : (
        <ul className="rows">
          {calls.map((call) => (
            <li key={call.id} className="row">
              <div className="row-text">
                <p className="row-title">
                  <Link className="row-link" to={`/c/${call.companyId}/calls/${call.id}`}>
                    {call.companyName ?? texts.unnamed}
                  </Link>
                </p>
                <p className="small">
                  <span className="row-detail">{call.alias}</span>
                  <span className="row-detail">{tokensOf(call)}</span>
                </p>
                <p className="soft small">
                  <span className="row-detail">{call.reason}</span>
                  <span className="row-detail">
                    <Moment at={call.at} as="ago" />
                  </span>
                </p>
              </div>
              <Button size="s" aria-label={texts.settleCall(call.id)} onClick={() => setChosen(call)}>
                {texts.settle}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen ? (
        <SettleDialog call={chosen} onChanged={onChanged} onClose={() => setChosen(undefined)} />
      ) : null}
    </Panel>
  )
}

function tokensOf({ promptTokens, completionTokens }: Parked): string {
  return texts.tokens(promptTokens.toLocaleString('en'), completionTokens.toLocaleString('en'))
}

type SettleDialogProps = { call: Parked; onChanged: () => void; onClose: () => void }

function SettleDialog({ call, onChanged, onClose }: SettleDialogProps) {
  const { ask } = useConsole()
  return (
    <ReasonDialog
      title={texts.settleTitle}
      text={`${texts.parkedText} ${texts.settleText}`}
      confirm={texts.settleConfirm}
      fields={
        <Field
          label={texts.credits}
          name="credits"
          required
          inputMode="decimal"
          autoComplete="off"
          defaultValue="0"
          hint={tokensOf(call)}
        />
      }
      work={(value) =>
        ask(settleParkedCall, {
          callId: call.id,
          credits: value('credits').trim(),
          reason: value('reason'),
        })
      }
      onChanged={onChanged}
      onClose={onClose}
    />
  )
}
