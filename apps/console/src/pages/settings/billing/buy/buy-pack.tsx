import { useConsole } from '../../../../console-context.ts'
import { formatMoney, formatUnitPrice } from '../../../../amounts/money.ts'
import { Button } from '../../../../parts/form/button.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { Empty } from '../../../../parts/states/empty.tsx'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { Badge } from '../../../../parts/text/badge.tsx'
import { buyTexts as texts } from '../../../../words/en/settings/billing.ts'
import type { BillingProps, Pack } from '../billing-data.ts'
import { startCheckout } from '../billing.generated.ts'
import type { BillingSearch } from '../billing-search.ts'
import { useProviderPage } from '../use-provider-page.ts'
import { suggestPack } from './suggest-pack.ts'

type BuyPackProps = BillingProps & { search: BillingSearch; onSearch: (search: BillingSearch) => void }

export function BuyPack(props: BuyPackProps) {
  const { creditPacks, company } = props.data
  const isPostpaid = company.billingMode === 'POSTPAID'
  return (
    <Panel title={texts.title}>
      {isPostpaid || creditPacks.length === 0 ? (
        <Empty icon="spend" title={isPostpaid ? texts.postpaid : texts.none}>
          <p>{isPostpaid ? texts.postpaidText : texts.noneText}</p>
        </Empty>
      ) : (
        <PackChoice {...props} />
      )}
    </Panel>
  )
}

function PackChoice({ companyId, data, search, onSearch }: BuyPackProps) {
  const { ask } = useConsole()
  const page = useProviderPage()
  const suggested = suggestPack(data.creditPacks, {
    balance: data.creditBalance.credits,
    spent: data.usage.totals.credits,
  })
  const chosen = data.creditPacks.find(({ id }) => id === chosenId(search, data)) ?? suggested
  if (!chosen) return null
  const buy = () =>
    void page.go('buy', async () => {
      const { createCheckoutSession } = await ask(startCheckout, { companyId, packId: chosen.id })
      return createCheckoutSession.url
    })
  return (
    <div className="stack">
      {page.fault ? <FaultNotice fault={page.fault} /> : null}
      <fieldset className="offers">
        <legend className="visually-hidden">{texts.packs}</legend>
        {data.creditPacks.map((pack) => (
          <PackCard
            key={pack.id}
            pack={pack}
            isChosen={pack.id === chosen.id}
            isSuggested={pack.id === suggested?.id && data.creditPacks.length > 1}
            onChoose={() => onSearch({ ...search, pack: pack.id })}
          />
        ))}
      </fieldset>
      <div className="buy">
        <Button kind="primary" isBusy={page.busy !== undefined} onClick={buy}>
          {texts.buy(formatCount(chosen.credits), formatMoney(chosen.price, chosen.currency))}
        </Button>
        <p className="soft small">{texts.hint}</p>
      </div>
    </div>
  )
}

/** A person who left a checkout finds the same pack chosen again. */
function chosenId({ pack, checkout, reference }: BillingSearch, data: BillingProps['data']) {
  if (pack !== undefined || checkout !== 'left') return pack
  return data.purchases.nodes.find(({ id }) => id === reference)?.packId
}

type PackCardProps = { pack: Pack; isChosen: boolean; isSuggested: boolean; onChoose: () => void }

function PackCard({ pack, isChosen, isSuggested, onChoose }: PackCardProps) {
  const { id, name, credits, price, currency } = pack
  return (
    <label className="offer">
      <input type="radio" name="pack" value={id} checked={isChosen} onChange={onChoose} />
      <span className="offer-name">
        {name}
        {isSuggested ? <Badge tone="accent">{texts.suggested}</Badge> : null}
      </span>
      <span className="offer-credits">{texts.credits(formatCount(credits))}</span>
      <span className="offer-price figures">{formatMoney(price, currency)}</span>
      <span className="soft small figures">{texts.each(formatUnitPrice(price, credits, currency))}</span>
    </label>
  )
}

function formatCount(credits: number): string {
  return credits.toLocaleString('en', { maximumFractionDigits: 6 })
}
