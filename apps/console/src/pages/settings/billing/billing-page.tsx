import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { useAsked } from '../../../graphql/use-asked.ts'
import { Button } from '../../../parts/form/button.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { useCompanyId, useFrame } from '../../../shell/use-frame.ts'
import { dayMs } from '../../../time/periods.ts'
import { billingTexts as texts } from '../../../words/en/settings/billing.ts'
import { BalanceFigures } from './balance-figures.tsx'
import type { BillingProps } from './billing-data.ts'
import { billing, openPortal } from './billing.generated.ts'
import { type BillingSearch, readBillingSearch } from './billing-search.ts'
import { BuyPack } from './buy/buy-pack.tsx'
import { paceDays } from './buy/suggest-pack.ts'
import { History } from './history/history.tsx'
import { LotsPanel } from './lots-panel.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { CheckoutReturn } from './return/checkout-return.tsx'
import { TopUpPanel } from './top-up/top-up-panel.tsx'
import { useProviderPage } from './use-provider-page.ts'

export function BillingPage() {
  const companyId = useCompanyId() ?? ''
  const { ask, queries } = useConsole()
  const [since] = useState(() => startOfPace(Date.now()))
  // Only admins may read the balance; the shell explains the page to others.
  const isAdmin = useFrame().data?.balance !== undefined
  const asked = useAsked(
    billing,
    { companyId, since },
    { topics: ['BALANCE', 'BILLING', 'CALLS'], isEnabled: isAdmin },
  )
  const portal = useProviderPage()
  return (
    <div className="page">
      <PageHead
        title={texts.title}
        actions={
          <>
            <Link className="button" to={`/c/${companyId}/profile/billing/ledger`}>
              {texts.ledger}
            </Link>
            <Button
              icon="external"
              isBusy={portal.busy !== undefined}
              onClick={() =>
                void portal.go('portal', async () => (await ask(openPortal, { companyId })).billingPortal.url)
              }
            >
              {texts.portal}
            </Button>
          </>
        }
      />
      <Loaded asked={asked} skeleton={<BillingSkeleton />}>
        {(data) => (
          <div className="stack-3">
            {portal.fault ? <FaultNotice fault={portal.fault} /> : null}
            <Overview
              companyId={companyId}
              data={data}
              onChanged={() => void queries.invalidateQueries({ queryKey: [billing.name] })}
            />
          </div>
        )}
      </Loaded>
    </div>
  )
}

function Overview(props: BillingProps) {
  const { companyId, data } = props
  const navigate = useNavigate()
  const search = readBillingSearch(useSearch({ strict: false }))
  const onSearch = (next: BillingSearch) =>
    void navigate({
      to: `/c/${companyId}/profile/billing`,
      search: next,
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <CheckoutReturn {...props} search={search} onSearch={onSearch} />
      {data.creditBalance.isFrozen ? (
        <Notice tone="bad" title={texts.frozen}>
          <p>{texts.frozenText}</p>
        </Notice>
      ) : null}
      <BalanceFigures data={data} />
      <div className="billing-columns">
        <BuyPack {...props} search={search} onSearch={onSearch} />
        <div className="stack-3">
          <TopUpPanel {...props} />
          <PlanPanel {...props} />
        </div>
      </div>
      <LotsPanel lots={data.creditLots} />
      <History {...props} search={search} onSearch={onSearch} />
    </>
  )
}

/** Whole days in UTC, so that the answer stays the same for a day. */
function startOfPace(nowMs: number): string {
  return new Date((Math.floor(nowMs / dayMs) - paceDays + 1) * dayMs).toISOString()
}

function BillingSkeleton() {
  return (
    <div className="stack-3">
      <Skeleton lines={1} height={104} />
      <Skeleton lines={2} height={240} />
    </div>
  )
}
