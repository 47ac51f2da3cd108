import { showToast } from '../../../../widgets/toast/toast-queue.ts'
import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { useForm } from '../../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { createKeyTexts } from '../../../../words/en/settings/keys.ts'
import { editKeyTexts as texts } from '../../../../words/en/settings/key.ts'
import { ExpiryFields, readExpiry } from '../../keys/create/expiry-fields.tsx'
import { LimitFields, ModelFields, readModels } from '../../keys/create/key-fields.tsx'
import { updateApiKey } from '../key.generated.ts'
import type { KeyChangeProps } from './key-change-props.ts'

const inputs = ['name', 'expiresAt', 'monthlyCreditCap', 'rpmLimit', 'tpmLimit']

export function EditKey({ companyId, data, onClose, onChanged }: KeyChangeProps) {
  const { ask } = useConsole()
  const { apiKey: key, models } = data
  const form = useForm(inputs, async (value, element) => {
    const expiresAt = readExpiry(value)
    // A day that was not changed keeps the key's exact moment.
    const isSameDay = expiresAt?.slice(0, 10) === key.expiresAt?.slice(0, 10)
    const input = {
      name: value('name').trim(),
      monthlyCreditCap: value('monthlyCreditCap').trim() || null,
      modelAllowlist: readModels(new FormData(element)),
      rpmLimit: Number(value('rpmLimit')),
      tpmLimit: Number(value('tpmLimit')),
      expiresAt: isSameDay ? key.expiresAt : expiresAt,
    }
    await ask(updateApiKey, { companyId, keyId: key.id, input })
    onChanged()
    onClose()
    showToast({ title: texts.saved })
  })
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        <p className="soft">{texts.text}</p>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <Field
          label={createKeyTexts.name}
          name="name"
          required
          maxLength={100}
          autoComplete="off"
          defaultValue={key.name}
          fault={form.faultOf('name')}
        />
        <ExpiryFields expiresAt={key.expiresAt} fault={form.faultOf('expiresAt')} />
        <ModelFields models={models} chosen={key.modelAllowlist} />
        <Field
          label={createKeyTexts.cap}
          name="monthlyCreditCap"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={key.monthlyCreditCap ?? ''}
          hint={createKeyTexts.capHint}
          fault={form.faultOf('monthlyCreditCap')}
        />
        <LimitFields faultOf={form.faultOf} rpmLimit={key.rpmLimit} tpmLimit={key.tpmLimit} />
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {texts.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
