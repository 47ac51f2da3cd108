import { Link } from '@tanstack/react-router'
import { parseCredits } from '../../../amounts/credits.ts'
import { Icon } from '../../../parts/icon.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { homeTexts as texts } from '../../../words/en/company/home.ts'
import type { HomeResult } from './home.generated.ts'

type FirstStepsProps = Pick<HomeResult, 'creditBalance' | 'apiKeys'> & { companyId: string }

/** For a company without calls: what leads to the first one. It goes away when the call has ended. */
export function FirstSteps({ creditBalance, apiKeys, companyId }: FirstStepsProps) {
  const profile = `/c/${companyId}/profile`
  const steps = [
    {
      ...texts.steps.credits,
      isDone: parseCredits(creditBalance.credits) > 0n,
      address: `${profile}/billing`,
    },
    { ...texts.steps.key, isDone: apiKeys.nodes.length > 0, address: `${profile}/api-keys` },
  ]
  return (
    <Panel title={texts.firstSteps} isFlush>
      <ol className="rows">
        {steps.map(({ title, text, action, isDone, address }) => (
          <li key={title} className="row">
            <Icon name={isDone ? 'check' : 'key'} />
            <StepText title={title} text={text} />
            {isDone ? (
              <Badge tone="good">{texts.done}</Badge>
            ) : (
              <Link className="button" data-size="s" to={address}>
                {action}
              </Link>
            )}
          </li>
        ))}
        <li className="row">
          <Icon name="calls" />
          <span className="row-text">
            <StepText title={texts.steps.call.title} text={texts.steps.call.text} />
            <span>
              <Badge tone="accent">{texts.waiting}</Badge>
            </span>
          </span>
          <Link className="button" data-size="s" to={`/c/${companyId}/playground`}>
            {texts.steps.call.action}
          </Link>
        </li>
      </ol>
    </Panel>
  )
}

function StepText({ title, text }: { title: string; text: string }) {
  return (
    <span className="row-text">
      <span className="row-title">{title}</span>
      <span className="soft small">{text}</span>
    </span>
  )
}
