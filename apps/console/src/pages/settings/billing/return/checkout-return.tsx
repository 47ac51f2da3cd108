import { type ReactNode, useEffect, useState } from 'react'
import { formatCredits, parseCredits } from '../../../../amounts/credits.ts'
import { useConsole } from '../../../../console-context.ts'
import { Button } from '../../../../parts/form/button.tsx'
import { Notice } from '../../../../parts/states/notice.tsx'
import { Amount } from '../../../../parts/text/amount.tsx'
import { CopyText } from '../../../../parts/text/copy-text.tsx'
import { formatDuration } from '../../../../time/durations.ts'
import { returnTexts as texts } from '../../../../words/en/settings/billing.ts'
import type { BillingProps, Purchase } from '../billing-data.ts'
import type { BillingSearch } from '../billing-search.ts'
import { type CheckoutOutcome, outcomeOf } from './checkout-outcome.ts'

type CheckoutReturnProps = BillingProps & {
  search: BillingSearch
  onSearch: (search: BillingSearch) => void
}

const pollMs = 2_000
const slowAfterMs = 45_000

/** After the payment page: waits for the confirmation of the payment, and says what it waits for. */
export function CheckoutReturn({ data, onChanged, search, onSearch }: CheckoutReturnProps) {
  const outcome = outcomeOf(search, data)
  const isWaiting = outcome.kind === 'waiting' || outcome.kind === 'waitingForPlan'
  const isSlow = useWait(isWaiting || outcome.kind === 'processing', onChanged)
  useBalanceRefresh(outcome.kind)
  const { checkout: _, reference = '', ...rest } = search
  const dismiss = (
    <Button size="s" kind="quiet" onClick={() => onSearch(rest)}>
      {texts.dismiss}
    </Button>
  )
  if (outcome.kind === 'none') return null
  if (isWaiting) return <Waiting outcome={outcome} slow={isSlow ? reference : undefined} />
  return <Ended outcome={outcome} data={data} dismiss={dismiss} />
}

/** Asks again while the page is visible: an event of the socket may have come before the page listened. */
function useWait(isWaiting: boolean, ask: () => void): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const poll = window.setInterval(() => {
      if (!document.hidden) ask()
    }, pollMs)
    const slow = window.setTimeout(() => setSlow(true), slowAfterMs)
    return () => {
      window.clearInterval(poll)
      window.clearTimeout(slow)
    }
    // `ask` is another function after every drawing, and does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isWaiting])
  return isSlow
}

/** The balance in the header belongs to another answer. */
function useBalanceRefresh(kind: CheckoutOutcome['kind']): void {
  const { queries } = useConsole()
  useEffect(() => {
    if (kind === 'credited') void queries.invalidateQueries({ queryKey: ['Frame'] })
  }, [kind, queries])
}

type WaitingProps = {
  outcome: CheckoutOutcome
  /** The reference of the checkout, once the wait takes long. */
  slow: string | undefined
}

function Waiting({ outcome, slow }: WaitingProps) {
  return (
    <div className="waiting-notice" role="status">
      <p className="waiting notice-title">{slow === undefined ? texts.waiting : texts.slow}</p>
      <p className="soft small">
        {slow !== undefined
          ? texts.slowText
          : outcome.kind === 'waiting'
            ? texts.waitingText(creditsOf(outcome.purchase))
            : texts.waitingPlan}
      </p>
      {slow === undefined || slow === '' ? null : (
        <p className="small">
          <CopyText text={slow} label={texts.reference} />
        </p>
      )}
    </div>
  )
}

type EndedProps = { outcome: CheckoutOutcome; data: BillingProps['data']; dismiss: ReactNode }

function Ended({ outcome, data, dismiss }: EndedProps) {
  switch (outcome.kind) {
    case 'credited':
      return (
        <Notice tone="good" title={texts.credited(creditsOf(outcome.purchase))} action={dismiss}>
          <p>
            {texts.balanceNow} <Amount credits={data.creditBalance.credits} hasUnit />
            {'. '}
            {tookOf(outcome.purchase)}
          </p>
        </Notice>
      )
    case 'planActive': {
      const plan = data.plans.find(({ id }) => id === outcome.planId)
      return (
        <Notice tone="good" title={texts.planActive(plan?.name ?? texts.plan)} action={dismiss}>
          <p>{texts.planActiveText}</p>
        </Notice>
      )
    }
    case 'processing':
      return (
        <Notice tone="info" title={texts.processing} action={dismiss}>
          <p>{texts.processingText(creditsOf(outcome.purchase))}</p>
        </Notice>
      )
    case 'failed':
      return (
        <Notice tone="bad" title={texts.failed} action={dismiss}>
          <p>{texts.failedText}</p>
        </Notice>
      )
    case 'left':
      return (
        <Notice tone="info" title={texts.left} action={dismiss}>
          <p>{texts.leftText}</p>
        </Notice>
      )
    case 'none':
    case 'waiting':
    case 'waitingForPlan':
      return null
  }
}

function creditsOf({ credits }: Purchase): string {
  return formatCredits(parseCredits(credits))
}

function tookOf({ createdAt, completedAt }: Purchase): string {
  return completedAt === null
    ? ''
    : texts.after(formatDuration(Date.parse(completedAt) - Date.parse(createdAt)))
}
