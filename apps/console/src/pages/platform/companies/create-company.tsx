import { useNavigate } from '@tanstack/react-router'
import { useConsole } from '../../../console-context.ts'
import { Dialog, DialogActions } from '../../../parts/dialog.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { Field } from '../../../parts/form/field.tsx'
import { Select } from '../../../parts/form/select.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { billingModeTexts, companiesTexts as texts } from '../../../words/en/platform/companies.ts'
import { createCompany } from './companies.generated.ts'

const modes = [
  { value: 'PREPAID', label: billingModeTexts.PREPAID },
  { value: 'POSTPAID', label: billingModeTexts.POSTPAID },
] as const

export function CreateCompany({ onClose }: { onClose: () => void }) {
  const { ask } = useConsole()
  const navigate = useNavigate()
  const form = useForm(['name'], async (value) => {
    const billingMode = value('billingMode') === 'POSTPAID' ? 'POSTPAID' : 'PREPAID'
    const { createCompany: company } = await ask(createCompany, { name: value('name').trim(), billingMode })
    await navigate({ to: `/admin/companies/${company.id}` })
  })
  return (
    <Dialog title={texts.create} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        <p className="soft">{texts.createText}</p>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <Field
          label={texts.name}
          name="name"
          required
          maxLength={200}
          autoComplete="off"
          fault={form.faultOf('name')}
        />
        <Select label={texts.billing} name="billingMode" options={modes} />
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {texts.create}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
