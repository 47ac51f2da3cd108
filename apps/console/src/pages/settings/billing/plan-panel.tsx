import { useConsole } from '../../../console-context.ts'
import { formatMoney } from '../../../amounts/money.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Badge, type BadgeTone } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { planTexts as texts } from '../../../words/en/settings/billing.ts'
import type { BillingProps, Plan } from './billing-data.ts'
import { type BillingResult, openPortal, startCheckout } from './billing.generated.ts'
import { useProviderPage } from './use-provider-page.ts'

type Subscription = NonNullable<BillingResult['subscription']>

const tones: Record<Subscription['status'], BadgeTone> = {
  ACTIVE: 'good',
  TRIALING: 'accent',
  PAST_DUE: 'bad',
  UNPAID: 'bad',
  INCOMPLETE: 'warn',
  PAUSED: 'warn',
  CANCELED: 'neutral',
}

export function PlanPanel({ companyId, data }: BillingProps) {
  const { subscription, plans } = data
  const { ask } = useConsole()
  const page = useProviderPage()
  const isOpen = subscription !== null && (subscription.isActive || subscription.status === 'PAST_DUE')
  const offered = plans.filter(({ billingMode }) => billingMode === 'PREPAID')
  return (
    <Panel title={texts.title}>
      <div className="stack">
        {page.fault ? <FaultNotice fault={page.fault} /> : null}
        {subscription ? (
          <SubscriptionFacts
            subscription={subscription}
            plan={plans.find(({ id }) => id === subscription.planId)}
          />
        ) : (
          <p className="soft">{offered.length === 0 ? texts.noneOffered : texts.noneText}</p>
        )}
        {isOpen ? (
          <div className="stack-1">
            <div className="actions">
              <Button
                size="s"
                icon="external"
                isBusy={page.busy === 'portal'}
                onClick={() =>
                  void page.go('portal', async () => (await ask(openPortal, { companyId })).billingPortal.url)
                }
              >
                {texts.change}
              </Button>
            </div>
            <p className="soft small">{texts.changeHint}</p>
          </div>
        ) : offered.length === 0 ? null : (
          <ul className="rows rows-inset">
            {offered.map((plan) => (
              <PlanRow
                key={plan.id}
                plan={plan}
                isBusy={page.busy === plan.id}
                onSubscribe={() =>
                  void page.go(plan.id, async () => {
                    const started = await ask(startCheckout, { companyId, planId: plan.id })
                    return started.createCheckoutSession.url
                  })
                }
              />
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}

function SubscriptionFacts({ subscription, plan }: { subscription: Subscription; plan: Plan | undefined }) {
  const { status, isActive, cancelAtPeriodEnd, currentPeriodEnd, trialEnd, endDate } = subscription
  const isTrial = status === 'TRIALING'
  const [label, at] = !isActive
    ? [texts.ended, endDate]
    : cancelAtPeriodEnd
      ? [texts.ends, currentPeriodEnd]
      : isTrial
        ? [texts.trialEnds, trialEnd]
        : [texts.renews, currentPeriodEnd]
  return (
    <div className="stack-1">
      <p className="row-title">
        {plan?.name ?? texts.unnamed}
        <Badge tone={cancelAtPeriodEnd ? 'warn' : tones[status]}>
          {cancelAtPeriodEnd ? texts.cancelled : texts.status[status]}
        </Badge>
      </p>
      {plan ? <p className="soft small">{termsOf(plan)}</p> : null}
      {at === null ? null : (
        <p className="soft small">
          {label} <Moment at={at} as="day" /> {texts.utc}
        </p>
      )}
    </div>
  )
}

function PlanRow({ plan, isBusy, onSubscribe }: { plan: Plan; isBusy: boolean; onSubscribe: () => void }) {
  return (
    <li className="row">
      <span className="row-text">
        <span className="row-title">
          {plan.name}
          {plan.trialDays > 0 ? <Badge tone="good">{texts.trial(plan.trialDays)}</Badge> : null}
        </span>
        <span className="soft small">{termsOf(plan)}</span>
      </span>
      <Button size="s" isBusy={isBusy} aria-label={texts.subscribeLabel(plan.name)} onClick={onSubscribe}>
        {texts.subscribe}
      </Button>
    </li>
  )
}

function termsOf({ credits, price, currency, interval }: Plan): string {
  return texts.terms(credits.toLocaleString('en'), formatMoney(price, currency), texts.per[interval])
}
