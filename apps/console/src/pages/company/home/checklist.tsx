import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { parseCredits } from '../../../amounts/credits.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Icon, type IconName } from '../../../parts/icon.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { checklistTexts as texts } from '../../../words/en/company/home.ts'
import { hideChecklist, isChecklistHidden } from './hidden-checklist.ts'
import type { HomeResult } from './home.generated.ts'

type Step = { name: keyof typeof texts.steps; icon: IconName; isDone: boolean; address: string }

type ChecklistProps = { result: HomeResult; companyId: string }

/**
 * The way to the first call and to safe use. Each step is done when the platform says so, not when it is clicked. The
 * list goes away when all are done; after the first call it can be hidden, too.
 */
export function Checklist({ result, companyId }: ChecklistProps) {
  const [isHidden, setHidden] = useState(() => isChecklistHidden(companyId))
  const steps = stepsOf(result, companyId)
  const doneCount = steps.filter(({ isDone }) => isDone).length
  const hasCalls = result.calls.nodes.length > 0
  if (doneCount === steps.length || (hasCalls && isHidden)) return null
  const hide = () => {
    hideChecklist(companyId)
    setHidden(true)
  }
  const aside = (
    <span className="row-actions">
      <span className="soft small figures checklist-count">{texts.count(doneCount, steps.length)}</span>
      {hasCalls ? (
        <Button size="s" kind="quiet" onClick={hide}>
          {texts.hide}
        </Button>
      ) : null}
    </span>
  )
  return (
    <Panel title={hasCalls ? texts.title : texts.titleNew} aside={aside} isFlush>
      <ol className="rows">
        {steps.map((step) => (
          <StepRow key={step.name} step={step} />
        ))}
      </ol>
    </Panel>
  )
}

function stepsOf(result: HomeResult, companyId: string): readonly Step[] {
  const profile = `/c/${companyId}/profile`
  const { creditBalance, apiKeys, calls, alertRules, eventEndpoints } = result
  const hasCalls = calls.nodes.length > 0
  return [
    {
      name: 'credits',
      icon: 'card',
      // A company that has called once had credits, also if they are spent.
      isDone: hasCalls || parseCredits(creditBalance.credits) > 0n,
      address: `${profile}/billing`,
    },
    { name: 'key', icon: 'key', isDone: apiKeys.nodes.length > 0, address: `${profile}/api-keys` },
    { name: 'call', icon: 'calls', isDone: hasCalls, address: `/c/${companyId}/playground` },
    { name: 'alert', icon: 'alert', isDone: alertRules.length > 0, address: `${profile}/alerts` },
    { name: 'events', icon: 'send', isDone: eventEndpoints.length > 0, address: `${profile}/events` },
  ]
}

function StepRow({ step: { name, icon, isDone, address } }: { step: Step }) {
  const { title, text, action } = texts.steps[name]
  return (
    <li className="row">
      <Icon name={isDone ? 'check' : icon} />
      <span className="row-text">
        <span className="row-title">
          {title}
          {name === 'call' && !isDone ? <Badge tone="accent">{texts.waiting}</Badge> : null}
        </span>
        <span className="soft small">{text}</span>
      </span>
      {isDone ? (
        <Badge tone="good">{texts.done}</Badge>
      ) : (
        <Link className="button" data-size="s" to={address}>
          {action}
        </Link>
      )}
    </li>
  )
}
