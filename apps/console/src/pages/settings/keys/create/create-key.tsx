import { useState } from 'react'
import { useConsole } from '../../../../console-context.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { Check } from '../../../../parts/form/check.tsx'
import { Field } from '../../../../parts/form/field.tsx'
import { type FormState, useForm } from '../../../../parts/form/use-form.ts'
import { useStay } from '../../../../parts/form/use-stay.ts'
import { FaultNotice } from '../../../../parts/states/fault-notice.tsx'
import { createKeyTexts as texts } from '../../../../words/en/settings/keys.ts'
import { type ApiKeysResult, type CreateApiKeyResult, createApiKey } from '../keys.generated.ts'
import { ExpiryFields, readExpiry } from './expiry-fields.tsx'
import { LimitFields, ModelFields, readModels } from './key-fields.tsx'

export type MintedKey = CreateApiKeyResult['createApiKey']

type CreateKeyProps = {
  companyId: string
  models: ApiKeysResult['models']
  onCreated: (minted: MintedKey) => void
  onClose: () => void
}

const scopes = ['inference:chat', 'inference:parse', 'usage:read', 'jobs:read'] as const
const inputs = ['name', 'expiresAt', 'monthlyCreditCap', 'rpmLimit', 'tpmLimit']

export function CreateKey({ companyId, models, onCreated, onClose }: CreateKeyProps) {
  const { ask } = useConsole()
  const form = useForm(inputs, async (value, element) => {
    const data = new FormData(element)
    const modelAllowlist = readModels(data)
    const { createApiKey: minted } = await ask(createApiKey, {
      companyId,
      input: {
        name: value('name').trim(),
        expiresAt: readExpiry(value),
        modelAllowlist,
        monthlyCreditCap: value('monthlyCreditCap').trim() || null,
        scopes: data.getAll('scope').map(String),
        mayReadCompanyUsage: value('mayReadCompanyUsage') === 'on',
        rpmLimit: Number(value('rpmLimit')) || null,
        tpmLimit: Number(value('tpmLimit')) || null,
      },
    })
    onCreated(minted)
  })
  useStay(form.isBusy)
  // A key whose dialog is gone when it comes is lost.
  const close = form.isBusy ? undefined : onClose
  return (
    <Dialog title={texts.title} onClose={close}>
      <form className="stack" onSubmit={form.onSubmit}>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <Field
          label={texts.name}
          name="name"
          required
          maxLength={100}
          autoComplete="off"
          hint={texts.nameHint}
          fault={form.faultOf('name')}
        />
        <ExpiryFields fault={form.faultOf('expiresAt')} />
        <ModelFields models={models} chosen={null} />
        <Field
          label={texts.cap}
          name="monthlyCreditCap"
          inputMode="decimal"
          autoComplete="off"
          hint={texts.capHint}
          fault={form.faultOf('monthlyCreditCap')}
        />
        <MoreFields faultOf={form.faultOf} />
        <DialogActions>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {texts.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** What most keys have in common. A fault at a field inside opens the section. */
function MoreFields({ faultOf }: Pick<FormState, 'faultOf'>) {
  const [isOpen, setOpen] = useState(false)
  const hasFault = faultOf('rpmLimit') !== undefined || faultOf('tpmLimit') !== undefined
  return (
    <details
      className="disclosure"
      open={isOpen || hasFault}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{texts.more}</summary>
      <div className="stack">
        <fieldset className="choices">
          <legend>{texts.scopes}</legend>
          {scopes.map((scope) => (
            <Check
              key={scope}
              name="scope"
              value={scope}
              label={texts.scopeNames[scope]}
              defaultChecked={scope !== 'jobs:read'}
            />
          ))}
          <Check name="mayReadCompanyUsage" label={texts.companyUsage} />
          <p className="field-hint">{texts.scopesHint}</p>
        </fieldset>
        <LimitFields faultOf={faultOf} />
      </div>
    </details>
  )
}
