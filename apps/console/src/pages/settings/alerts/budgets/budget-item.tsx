import { Link } from '@tanstack/react-router'
import { formatCredits, parseCredits } from '../../../../amounts/credits.ts'
import { Button } from '../../../../parts/form/button.tsx'
import { Meter } from '../../../../parts/meter.tsx'
import { Badge } from '../../../../parts/text/badge.tsx'
import { budgetTexts as texts } from '../../../../words/en/settings/alerts.ts'
import type { BudgetRow } from './budget-rows.ts'

type BudgetItemProps = { companyId: string; row: BudgetRow; onOpen: (what: 'change' | 'remove') => void }

export function BudgetItem({ companyId, row, onOpen }: BudgetItemProps) {
  const { name, enforcement, credits, spent, share } = row
  const limitMicros = parseCredits(credits)
  const spentMicros = parseCredits(spent)
  const left = limitMicros - spentMicros
  const spentOf = texts.spentOf(formatCredits(spentMicros), formatCredits(limitMicros))
  const isSpent = left <= 0n
  const label = texts.named(name, texts.enforcement[enforcement])
  return (
    <li className="row budget">
      <div className="row-text">
        <p className="row-title">
          {name}
          <Badge tone={isSpent ? (enforcement === 'HARD' ? 'bad' : 'warn') : 'neutral'}>
            {isSpent ? texts.reached[enforcement] : texts.enforcement[enforcement]}
          </Badge>
        </p>
        <p className="budget-figures small figures">
          <span>{spentOf}</span>
          <span className="soft">
            {left < 0n ? texts.over(formatCredits(-left)) : texts.left(formatCredits(left))}
          </span>
        </p>
        <Meter share={share} label={label} text={spentOf} />
      </div>
      <BudgetActions companyId={companyId} row={row} label={label} onOpen={onOpen} />
    </li>
  )
}

function BudgetActions({
  companyId,
  row: { id, budget },
  label,
  onOpen,
}: BudgetItemProps & { label: string }) {
  if (budget === undefined)
    return (
      <div className="row-actions">
        <Link
          className="button"
          data-kind="quiet"
          data-size="s"
          to={`/c/${companyId}/profile/api-keys/${id}`}
          search={{ dialog: 'edit' }}
          aria-label={texts.changeLabel(label)}
        >
          {texts.change}
        </Link>
      </div>
    )
  return (
    <div className="row-actions">
      <Button size="s" kind="quiet" aria-label={texts.changeLabel(label)} onClick={() => onOpen('change')}>
        {texts.change}
      </Button>
      <Button size="s" kind="quiet" aria-label={texts.removeLabel(label)} onClick={() => onOpen('remove')}>
        {texts.remove}
      </Button>
    </div>
  )
}
