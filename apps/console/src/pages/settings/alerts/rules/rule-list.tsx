import { showToast } from '../../../../widgets/toast/toast-queue.ts'
import { undoAction } from '../../../../widgets/toast/undo-action.ts'
import { useState } from 'react'
import { useConsole } from '../../../../console-context.ts'
import { Button } from '../../../../parts/form/button.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { Empty } from '../../../../parts/states/empty.tsx'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { ruleListTexts as texts } from '../../../../words/en/settings/alerts.ts'
import type { AlertListProps } from '../alert-list-props.ts'
import { deleteAlertRule, setAlertRule, testAlert } from '../alerts.generated.ts'
import { RemoveDialog } from '../../remove-dialog.tsx'
import { useChange } from '../../use-change.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { RuleItem, SuggestedItem } from './rule-items.tsx'
import { type Rule, type Suggested, describeRule } from './rule-thresholds.ts'

type Opened = { what: 'add' } | { what: 'change' | 'remove'; rule: Rule }

export function RuleList({ companyId, data, onChanged }: AlertListProps) {
  const { ask } = useConsole()
  const [opened, setOpened] = useState<Opened>()
  const { busy, fault, run } = useChange(onChanged)
  const { alertRules: rules, suggestedAlertRules: suggested } = data
  async function test({ id }: Rule): Promise<void> {
    await ask(testAlert, { companyId, alertRuleId: id })
    showToast({ title: texts.tested })
  }
  const setMuted = ({ id, kind, credits, days, percent }: Rule, isMuted: boolean) =>
    ask(setAlertRule, { companyId, alertRuleId: id, isMuted, kind, credits, days, percent })
  async function mute(rule: Rule): Promise<void> {
    await setMuted(rule, !rule.isMuted)
    const undo = async () => {
      await setMuted(rule, rule.isMuted)
      onChanged()
    }
    showToast({ title: rule.isMuted ? texts.isUnmuted : texts.isMuted, action: undoAction(undo) })
  }
  const use = ({ kind, credits, days, percent }: Suggested) =>
    ask(setAlertRule, { companyId, kind, credits, days, percent })
  const add = (
    <Button size="s" onClick={() => setOpened({ what: 'add' })}>
      {texts.add}
    </Button>
  )
  return (
    <Panel title={texts.title} aside={add} isFlush>
      {fault ? <FaultNotice fault={fault} /> : null}
      {rules.length + suggested.length === 0 ? (
        <Empty icon="alert" title={texts.none}>
          <p>{texts.noneText}</p>
        </Empty>
      ) : null}
      <ul className="rows">
        {rules.map((rule) => (
          <RuleItem
            key={rule.id}
            rule={rule}
            isBusy={busy === rule.id}
            onTest={() => void run(rule.id, () => test(rule))}
            onMute={() => void run(rule.id, () => mute(rule))}
            onOpen={(what) => setOpened({ what, rule })}
          />
        ))}
        {suggested.map((rule) => (
          <SuggestedItem
            key={describeRule(rule)}
            rule={rule}
            isBusy={busy === describeRule(rule)}
            onUse={() => void run(describeRule(rule), () => use(rule))}
          />
        ))}
      </ul>
      <Opened {...{ companyId, onChanged, opened }} onClose={() => setOpened(undefined)} />
    </Panel>
  )
}

type OpenedProps = Omit<AlertListProps, 'data'> & { opened: Opened | undefined; onClose: () => void }

function Opened({ opened, ...props }: OpenedProps) {
  const { ask } = useConsole()
  const { companyId, onChanged, onClose } = props
  const restore = async ({ kind, credits, days, percent, isMuted }: Rule) => {
    await ask(setAlertRule, { companyId, kind, credits, days, percent, isMuted })
    onChanged()
  }
  if (opened === undefined) return null
  if (opened.what === 'add') return <RuleDialog {...props} />
  const { rule } = opened
  if (opened.what === 'change') return <RuleDialog {...props} present={rule} />
  return (
    <RemoveDialog
      title={texts.removeTitle}
      text={texts.removeText}
      subject={describeRule(rule)}
      confirm={texts.removeConfirm}
      cancel={texts.keep}
      removed={texts.removed}
      undo={() => restore(rule)}
      work={() => ask(deleteAlertRule, { companyId, alertRuleId: rule.id })}
      onRemoved={onChanged}
      onClose={onClose}
    />
  )
}
