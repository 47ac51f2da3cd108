import { useState } from 'react'
import { formatCredits, formatTyped, parseCredits } from '../../../../amounts/credits.ts'
import { formatMoney } from '../../../../amounts/money.ts'
import { useConsole } from '../../../../console-context.ts'
import { Fact } from '../../../../parts/facts.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Meter } from '../../../../parts/meter.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { Notice } from '../../../../parts/states/notice.tsx'
import { Badge } from '../../../../parts/text/badge.tsx'
import { topUpTexts as texts } from '../../../../words/en/settings/billing.ts'
import { RemoveDialog } from '../../remove-dialog.tsx'
import { useChange } from '../../use-change.ts'
import type { BillingProps } from '../billing-data.ts'
import { type BillingResult, setTopUp, turnOffTopUp } from '../billing.generated.ts'
import { TopUpDialog } from './top-up-dialog.tsx'

type TopUp = NonNullable<BillingResult['automaticTopUp']>

export function TopUpPanel(props: BillingProps) {
  const { companyId, data, onChanged } = props
  const { ask } = useConsole()
  const [opened, setOpened] = useState<'set' | 'off'>()
  const topUp = data.automaticTopUp
  // A company that pays afterwards has nothing to top up.
  if (data.company.billingMode === 'POSTPAID' || (data.creditPacks.length === 0 && !topUp)) return null
  const onClose = () => setOpened(undefined)
  return (
    <Panel title={texts.title} aside={<TopUpState topUp={topUp} />}>
      {topUp ? (
        <TopUpSettings {...props} topUp={topUp} onOpen={setOpened} />
      ) : (
        <div className="stack">
          <p className="soft">{texts.offText}</p>
          <div className="actions">
            <Button size="s" onClick={() => setOpened('set')}>
              {texts.turnOn}
            </Button>
          </div>
        </div>
      )}
      {opened === 'set' ? <TopUpDialog {...props} onClose={onClose} /> : null}
      {opened === 'off' ? (
        <RemoveDialog
          title={texts.offTitle}
          text={texts.offConfirmText}
          subject={texts.title}
          confirm={texts.offConfirm}
          cancel={texts.keep}
          removed={texts.turnedOff}
          work={() => ask(turnOffTopUp, { companyId })}
          onRemoved={onChanged}
          onClose={onClose}
        />
      ) : null}
    </Panel>
  )
}

function TopUpState({ topUp }: { topUp: TopUp | null }) {
  if (!topUp) return <Badge>{texts.off}</Badge>
  if (topUp.stoppedAt !== null) return <Badge tone="bad">{texts.stopped}</Badge>
  if (topUp.isPending) return <Badge tone="accent">{texts.pending}</Badge>
  return <Badge tone="good">{texts.on}</Badge>
}

type TopUpSettingsProps = BillingProps & { topUp: TopUp; onOpen: (what: 'set' | 'off') => void }

function TopUpSettings({ companyId, data, onChanged, topUp, onOpen }: TopUpSettingsProps) {
  const { ask } = useConsole()
  const { busy, fault, run } = useChange(onChanged)
  const { threshold, packId, monthlyMaximum } = topUp
  const isStopped = topUp.stoppedAt !== null
  const resume = () =>
    void run('resume', () =>
      ask(setTopUp, { companyId, packId, threshold: formatTyped(parseCredits(threshold)), monthlyMaximum }),
    )
  return (
    <div className="stack">
      {isStopped ? (
        <Notice tone="bad" title={texts.stoppedTitle}>
          <p>{topUp.stoppedReason}</p>
          <p>{texts.stoppedText}</p>
        </Notice>
      ) : null}
      {fault ? <FaultNotice fault={fault} /> : null}
      <TopUpFacts topUp={topUp} pack={data.creditPacks.find(({ id }) => id === packId)} />
      <div className="actions">
        {isStopped ? (
          <Button size="s" isBusy={busy === 'resume'} onClick={resume}>
            {texts.resume}
          </Button>
        ) : null}
        <Button size="s" onClick={() => onOpen('set')}>
          {texts.change}
        </Button>
        <Button size="s" kind="quiet" onClick={() => onOpen('off')}>
          {texts.turnOff}
        </Button>
      </div>
    </div>
  )
}

type TopUpFactsProps = { topUp: TopUp; pack: BillingResult['creditPacks'][number] | undefined }

function TopUpFacts({ topUp, pack }: TopUpFactsProps) {
  const { threshold, boughtThisMonth, monthlyMaximum, currency } = topUp
  const boughtOf = texts.boughtOf(
    formatMoney(boughtThisMonth, currency),
    formatMoney(monthlyMaximum, currency),
  )
  const isReached = pack !== undefined && boughtThisMonth + pack.price > monthlyMaximum
  return (
    <>
      <dl className="facts facts-narrow">
        <Fact label={texts.below}>{texts.credits(formatCredits(parseCredits(threshold)))}</Fact>
        <Fact label={texts.buys}>
          {pack
            ? texts.pack(pack.name, pack.credits.toLocaleString('en'), formatMoney(pack.price, pack.currency))
            : texts.unknownPack}
        </Fact>
        <Fact label={texts.month}>
          <span className="stack-1">
            <span className="figures">{boughtOf}</span>
            <Meter share={boughtThisMonth / monthlyMaximum} label={texts.month} text={boughtOf} />
          </span>
        </Fact>
      </dl>
      {isReached ? <p className="soft small">{texts.reached}</p> : null}
    </>
  )
}
