import { useState } from 'react'
import { Button } from '../../../../parts/form/button.tsx'
import { Notice } from '../../../../parts/states/notice.tsx'
import { Badge } from '../../../../parts/text/badge.tsx'
import { Moment } from '../../../../parts/text/moment.tsx'
import { accountTexts as texts } from '../../../../words/en/identity/account.ts'
import type { AccountResult } from '../account.generated.ts'
import { FactorConfirm } from './factor-confirm.tsx'
import { FactorSetUp } from './factor-set-up.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type FactorSettingProps = {
  factors: AccountResult['secondFactors']
  /** A passkey is a second factor, too, and has the same recovery codes. */
  hasPasskey: boolean
  onChanged: () => Promise<void>
}

type Step =
  | { kind: 'none' }
  | { kind: 'setUp' | 'renew' | 'turnOff' }
  /** The codes are only here, never in the cache of answers. */
  | { kind: 'codes'; codes: readonly string[] }

const none: Step = { kind: 'none' }

export function FactorSetting({ factors, hasPasskey, onChanged }: FactorSettingProps) {
  const [step, setStep] = useState<Step>(none)
  async function onCodes(codes: readonly string[]): Promise<void> {
    setStep(codes.length > 0 ? { kind: 'codes', codes } : none)
    await onChanged()
  }
  const close = () => setStep(none)
  return (
    <div className="stack">
      {factors.isRequired ? <Notice tone="warn" title={texts.factorRequired} /> : null}
      <div className="row-line">
        {factors.totpSince === null ? (
          <Badge>{texts.factorOff}</Badge>
        ) : (
          <p className="row-line-text">
            <Badge tone="good">{texts.factorOn}</Badge>
            <span className="soft small">
              {texts.factorSince} <Moment at={factors.totpSince} as="day" />
            </span>
          </p>
        )}
        {factors.totpSince === null ? (
          <Button onClick={() => setStep({ kind: 'setUp' })}>{texts.setUp}</Button>
        ) : (
          <Button kind="danger" onClick={() => setStep({ kind: 'turnOff' })}>
            {texts.turnOff}
          </Button>
        )}
      </div>
      {factors.totpSince !== null || hasPasskey ? (
        <div className="row-line">
          <p className="soft small">{texts.codesLeft(factors.recoveryCodesLeft)}</p>
          <Button onClick={() => setStep({ kind: 'renew' })}>{texts.renewCodes}</Button>
        </div>
      ) : null}
      {step.kind === 'setUp' ? (
        <FactorSetUp hasPasskey={hasPasskey} onCodes={onCodes} onClose={close} />
      ) : null}
      {step.kind === 'renew' || step.kind === 'turnOff' ? (
        <FactorConfirm what={step.kind} hasPasskey={hasPasskey} onCodes={onCodes} onClose={close} />
      ) : null}
      {step.kind === 'codes' ? <RecoveryCodes codes={step.codes} onDone={close} /> : null}
    </div>
  )
}
