import { useState } from 'react'
import { useConsole } from '../../../../console-context.ts'
import { Button } from '../../../../parts/form/button.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { Empty } from '../../../../parts/states/empty.tsx'
import { budgetTexts as texts } from '../../../../words/en/settings/alerts.ts'
import type { AlertListProps } from '../alert-list-props.ts'
import { deleteBudget } from '../alerts.generated.ts'
import { RemoveDialog } from '../../remove-dialog.tsx'
import { BudgetDialog } from './budget-dialog.tsx'
import { BudgetItem } from './budget-item.tsx'
import { type BudgetRow, budgetRows } from './budget-rows.ts'

type Opened = { what: 'add' } | { what: 'change' | 'remove'; row: BudgetRow }

export function BudgetList(props: AlertListProps) {
  const { companyId, data } = props
  const [opened, setOpened] = useState<Opened>()
  const rows = budgetRows(data)
  const add = (
    <Button size="s" onClick={() => setOpened({ what: 'add' })}>
      {texts.add}
    </Button>
  )
  return (
    <Panel title={texts.title} aside={add} isFlush>
      {rows.length === 0 ? (
        <Empty icon="spend" title={texts.none}>
          <p>{texts.noneText}</p>
        </Empty>
      ) : (
        <ul className="rows">
          {rows.map((row) => (
            <BudgetItem
              key={row.id}
              companyId={companyId}
              row={row}
              onOpen={(what) => setOpened({ what, row })}
            />
          ))}
        </ul>
      )}
      <Opened {...props} opened={opened} onClose={() => setOpened(undefined)} />
    </Panel>
  )
}

type OpenedProps = AlertListProps & { opened: Opened | undefined; onClose: () => void }

function Opened({ opened, ...props }: OpenedProps) {
  const { ask } = useConsole()
  const { companyId, onChanged, onClose } = props
  if (opened === undefined) return null
  if (opened.what === 'add') return <BudgetDialog {...props} />
  const { id: budgetId, name, enforcement, budget } = opened.row
  if (opened.what === 'change') return <BudgetDialog {...props} present={budget} name={name} />
  return (
    <RemoveDialog
      title={texts.removeTitle}
      text={texts.removeText[enforcement]}
      subject={texts.named(name, texts.enforcement[enforcement])}
      confirm={texts.removeConfirm}
      cancel={texts.keep}
      removed={texts.removed}
      work={() => ask(deleteBudget, { companyId, budgetId })}
      onRemoved={onChanged}
      onClose={onClose}
    />
  )
}
