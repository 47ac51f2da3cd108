import { Button } from '../../../../parts/form/button.tsx'
import { Badge } from '../../../../parts/text/badge.tsx'
import { Moment } from '../../../../parts/text/moment.tsx'
import { ruleListTexts as texts, ruleTexts } from '../../../../words/en/settings/alerts.ts'
import { type Rule, type Suggested, describeRule } from './rule-thresholds.ts'

type RuleItemProps = {
  rule: Rule
  isBusy: boolean
  onTest: () => void
  onMute: () => void
  onOpen: (what: 'change' | 'remove') => void
}

export function RuleItem({ rule, isBusy, onTest, onMute, onOpen }: RuleItemProps) {
  const sentence = describeRule(rule)
  const actions = [
    { label: texts.test, act: onTest },
    { label: rule.isMuted ? texts.unmute : texts.mute, act: onMute },
    { label: texts.change, act: () => onOpen('change') },
    { label: texts.remove, act: () => onOpen('remove') },
  ]
  return (
    <li className="row rule">
      <div className="row-text">
        <p className="row-title">
          {sentence} <RuleState rule={rule} />
        </p>
        <p className="soft small">
          <RuleDetail rule={rule} />
        </p>
      </div>
      <div className="row-actions">
        {actions.map(({ label, act }) => (
          <Button
            key={label}
            size="s"
            kind="quiet"
            isBusy={isBusy}
            aria-label={texts.labelOf(label, sentence)}
            onClick={act}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  )
}

function RuleState({ rule: { isMuted, isCrossed } }: { rule: Rule }) {
  if (isMuted) return <Badge>{texts.muted}</Badge>
  return isCrossed ? <Badge tone="bad">{texts.crossed}</Badge> : <Badge tone="good">{texts.ok}</Badge>
}

function RuleDetail({ rule: { kind, isMuted, crossedAt, crossings } }: { rule: Rule }) {
  if (isMuted || crossedAt === null) return ruleTexts[kind].name
  return (
    <>
      {texts.since} <Moment at={crossedAt} as="ago" />
      {crossings > 1 ? texts.crossings(crossings) : null}
    </>
  )
}

type SuggestedItemProps = { rule: Suggested; isBusy: boolean; onUse: () => void }

export function SuggestedItem({ rule, isBusy, onUse }: SuggestedItemProps) {
  const sentence = describeRule(rule)
  return (
    <li className="row">
      <div className="row-text">
        <p className="row-title">
          {sentence} <Badge tone="accent">{texts.suggested}</Badge>
        </p>
        <p className="soft small">{rule.reason}</p>
      </div>
      <Button size="s" isBusy={isBusy} aria-label={texts.useLabel(sentence)} onClick={onUse}>
        {texts.use}
      </Button>
    </li>
  )
}
