import { useState } from 'react'
import { Button } from '../../../../parts/form/button.tsx'
import { Icon } from '../../../../parts/icon.tsx'
import { Badge } from '../../../../parts/text/badge.tsx'
import { Moment } from '../../../../parts/text/moment.tsx'
import { arePasskeysPossible } from '../../../../session/passkeys/passkey-ceremony.ts'
import { passkeyTexts as texts } from '../../../../words/en/identity/passkeys.ts'
import { RecoveryCodes } from '../factor/recovery-codes.tsx'
import { AddPasskey } from './add-passkey.tsx'
import type { Passkey } from './passkey.ts'
import { RemovePasskey } from './remove-passkey.tsx'
import { RenamePasskey } from './rename-passkey.tsx'

type PasskeySettingProps = {
  passkeys: readonly Passkey[]
  hasApp: boolean
  onChanged: () => Promise<void>
}

type Step =
  | { kind: 'none' | 'add' }
  | { kind: 'rename' | 'remove'; passkey: Passkey }
  /** The codes are only here, never in the cache of answers. */
  | { kind: 'codes'; codes: readonly string[] }

const none: Step = { kind: 'none' }

export function PasskeySetting({ passkeys, hasApp, onChanged }: PasskeySettingProps) {
  const [step, setStep] = useState<Step>(none)
  const close = () => setStep(none)
  async function onDone(codes: readonly string[] = []): Promise<void> {
    setStep(codes.length > 0 ? { kind: 'codes', codes } : none)
    await onChanged()
  }
  return (
    <div className="stack">
      {passkeys.length > 0 ? (
        <ul className="rows rows-inset">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setStep({ kind: 'rename', passkey })}
              onRemove={() => setStep({ kind: 'remove', passkey })}
            />
          ))}
        </ul>
      ) : null}
      {arePasskeysPossible() ? (
        <div className="row-line">
          {passkeys.length > 0 ? null : <Badge>{texts.none}</Badge>}
          <Button onClick={() => setStep({ kind: 'add' })}>{texts.add}</Button>
        </div>
      ) : (
        <p className="soft small">{texts.unsupported}</p>
      )}
      {step.kind === 'add' ? (
        <AddPasskey hasPasskey={passkeys.length > 0} onAdded={onDone} onClose={close} />
      ) : null}
      {step.kind === 'rename' ? (
        <RenamePasskey passkey={step.passkey} onDone={onDone} onClose={close} />
      ) : null}
      {step.kind === 'remove' ? (
        <RemovePasskey
          passkey={step.passkey}
          isLastFactor={passkeys.length === 1 && !hasApp}
          onDone={onDone}
          onClose={close}
        />
      ) : null}
      {step.kind === 'codes' ? <RecoveryCodes codes={step.codes} onDone={close} /> : null}
    </div>
  )
}

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void }

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt, isBackedUp } = passkey
  return (
    <li className="row">
      <Icon name="key" />
      <div className="row-text">
        <p className="row-title">
          {name}
          {isBackedUp ? <Badge>{texts.synced}</Badge> : null}
        </p>
        <p className="soft small">
          <span className="row-detail">
            {texts.created} <Moment at={createdAt} as="day" />
          </span>
          <span className="row-detail">
            {lastUsedAt === null ? (
              texts.neverUsed
            ) : (
              <>
                {texts.lastUsed} <Moment at={lastUsedAt} as="ago" />
              </>
            )}
          </span>
        </p>
      </div>
      <div className="row-actions">
        <Button size="s" aria-label={texts.renameOf(name)} onClick={onRename}>
          {texts.rename}
        </Button>
        <Button size="s" aria-label={texts.removeOf(name)} onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </li>
  )
}
