import { useState } from 'react'
import { Button } from '../../../parts/form/button.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { accountTexts as texts } from '../../../words/en/account.ts'
import type { AccountResult } from '../account.generated.ts'
import { FactorConfirm } from './factor-confirm.tsx'
import { FactorSetUp } from './factor-set-up.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type FactorSettingProps = { factors: AccountResult['secondFactors']; onChanged: () => Promise<void> }

type Step =
  | { kind: 'none' }
  | { kind: 'setUp' | 'renew' | 'turnOff' }
  /** The codes are only here, never in the cache of answers. */
  | { kind: 'codes'; codes: readonly string[] }

const none: Step = { kind: 'none' }

export function FactorSetting({ factors, onChanged }: FactorSettingProps) {
  const [step, setStep] = useState<Step>(none)
  async function onCodes(codes: readonly string[]): Promise<void> {
    setStep(codes.length > 0 ? { kind: 'codes', codes } : none)
    await onChanged()
  }
  const close = () => setStep(none)
  return (
    <div className="stack">
      {factors.isRequired ? <Notice tone="warn" title={texts.factorRequired} /> : null}
      {factors.totpSince === null ? (
        <div className="row-line">
          <Badge>{texts.factorOff}</Badge>
          <Button onClick={() => setStep({ kind: 'setUp' })}>{texts.setUp}</Button>
        </div>
      ) : (
        <>
          <p className="row-line-text">
            <Badge tone="good">{texts.factorOn}</Badge>
            <span className="soft small">
              {texts.factorSince} <Moment at={factors.totpSince} as="day" />
            </span>
            <span className="soft small">{texts.codesLeft(factors.recoveryCodesLeft)}</span>
          </p>
          <div className="actions">
            <Button onClick={() => setStep({ kind: 'renew' })}>{texts.renewCodes}</Button>
            <Button kind="danger" onClick={() => setStep({ kind: 'turnOff' })}>
              {texts.turnOff}
            </Button>
          </div>
        </>
      )}
      {step.kind === 'setUp' ? <FactorSetUp onCodes={onCodes} onClose={close} /> : null}
      {step.kind === 'renew' || step.kind === 'turnOff' ? (
        <FactorConfirm what={step.kind} onCodes={onCodes} onClose={close} />
      ) : null}
      {step.kind === 'codes' ? <RecoveryCodes codes={step.codes} onDone={close} /> : null}
    </div>
  )
}
