import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { useAsked } from '../../../graphql/use-asked.ts'
import { Button } from '../../../parts/form/button.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { PageHead } from '../../../parts/page-head.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { offersTexts as texts } from '../../../words/en/platform/offers.ts'
import type { OfferChange } from './offer.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { PackRow, PlanRow } from './offer-rows.tsx'
import { type PlatformOffersResult, platformOffers, syncPricing } from './offers.generated.ts'

export function OffersPage() {
  const asked = useAsked(platformOffers, {})
  const [change, setChange] = useState<OfferChange>()
  const refetch = () => void asked.refetch()
  return (
    <div className="page">
      <PageHead title={texts.title} text={texts.text} />
      <Loaded asked={asked} skeleton={<Skeleton lines={2} height={240} />}>
        {(result) => (
          <div className="stack-3">
            <Plans plans={result.allPlans} onChange={setChange} onSynced={refetch} />
            <Packs packs={result.allCreditPacks} onChange={setChange} />
          </div>
        )}
      </Loaded>
      {change ? (
        <OfferDialog change={change} onChanged={refetch} onClose={() => setChange(undefined)} />
      ) : null}
    </div>
  )
}

type PlansProps = {
  plans: PlatformOffersResult['allPlans']
  onChange: (change: OfferChange) => void
  onSynced: () => void
}

function Plans({ plans, onChange, onSynced }: PlansProps) {
  const { ask } = useConsole()
  const form = useForm([], async () => {
    await ask(syncPricing, {})
    onSynced()
  })
  const create = (
    <Button size="s" onClick={() => onChange({ kind: 'plan' })}>
      {texts.createPlan}
    </Button>
  )
  return (
    <Panel
      title={texts.plans}
      isFlush
      aside={
        <form className="actions" onSubmit={form.onSubmit}>
          {plans.some(({ needsProviderPricing }) => needsProviderPricing) ? (
            <Button type="submit" size="s" isBusy={form.isBusy}>
              {texts.sync}
            </Button>
          ) : null}
          {create}
        </form>
      }
    >
      {form.fault ? <FaultNotice fault={form.fault} /> : null}
      {plans.length === 0 ? (
        <Empty icon="spend" title={texts.noPlans}>
          <p>{texts.noPlansText}</p>
        </Empty>
      ) : (
        <ul className="rows">
          {plans.map((plan) => (
            <PlanRow key={plan.id} plan={plan} onChange={onChange} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

type PacksProps = {
  packs: PlatformOffersResult['allCreditPacks']
  onChange: (change: OfferChange) => void
}

function Packs({ packs, onChange }: PacksProps) {
  return (
    <Panel
      title={texts.packs}
      isFlush
      aside={
        <Button size="s" onClick={() => onChange({ kind: 'pack' })}>
          {texts.createPack}
        </Button>
      }
    >
      {packs.length === 0 ? (
        <Empty icon="spend" title={texts.noPacks}>
          <p>{texts.noPacksText}</p>
        </Empty>
      ) : (
        <ul className="rows">
          {packs.map((pack) => (
            <PackRow key={pack.id} pack={pack} onChange={onChange} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
