import { useState } from 'react'
import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { useStay } from '../../../../parts/form/use-stay.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { rotateTexts as texts } from '../../../../words/en/settings/key.ts'
import { SecretDialog } from '../../keys/create/secret-dialog.tsx'
import { type RotateApiKeyResult, rotateApiKey } from '../key.generated.ts'
import type { KeyChangeProps } from './key-change-props.ts'

/** Explains the rotation, creates the successor and shows it once. The panel of the page leads through the rest. */
export function RotateKey({ companyId, data, onClose, onChanged }: KeyChangeProps) {
  const { ask } = useConsole()
  // Only here, never in the cache of answers.
  const [minted, setMinted] = useState<RotateApiKeyResult['rotateApiKey']>()
  const form = useForm([], async () => {
    setMinted((await ask(rotateApiKey, { companyId, keyId: data.apiKey.id })).rotateApiKey)
    onChanged()
  })
  useStay(form.isBusy)
  // A key whose dialog is gone when it comes is lost.
  const close = form.isBusy ? undefined : onClose
  if (minted) return <SecretDialog companyId={companyId} minted={minted} onStored={onClose} />
  return (
    <Dialog title={texts.title} onClose={close}>
      <form className="stack" onSubmit={form.onSubmit}>
        <p className="soft">{texts.text}</p>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <ol className="steps">
          {texts.steps.map(({ title, text }) => (
            <li key={title} className="step">
              <p className="step-title">{title}</p>
              <p className="soft small">{text}</p>
            </li>
          ))}
        </ol>
        <DialogActions>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {texts.start}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
