import { showToast } from '../../../widgets/toast/toast-queue.ts'
import { useConsole } from '../../../console-context.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Field } from '../../../parts/form/field.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { toOpenSession } from '../../../session/open-browser-session.ts'
import { factorTexts, accountTexts as texts } from '../../../words/en/identity/account.ts'
import { changePassword } from './account.generated.ts'

export type PasswordFormProps = {
  /** Whether the user has a second factor, whose code the change needs. */
  needsCode: boolean
  onChanged: () => Promise<void>
}

export function PasswordForm({ needsCode, onChanged }: PasswordFormProps) {
  const { ask, session } = useConsole()
  const form = useForm(['currentPassword', 'newPassword', 'code'], async (value, element) => {
    const variables = {
      currentPassword: value('currentPassword'),
      newPassword: value('newPassword'),
      code: needsCode ? value('code') : null,
    }
    const { changePassword: opened } = await ask(changePassword, variables)
    session.adopt(toOpenSession(opened))
    element.reset()
    showToast({ title: texts.passwordChanged, text: texts.passwordChangedText })
    await onChanged()
  })
  return (
    <form className="stack" onSubmit={form.onSubmit}>
      {form.fault ? <FaultNotice fault={form.fault} /> : null}
      <Field
        label={texts.currentPassword}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
        fault={form.faultOf('currentPassword')}
      />
      <Field
        label={texts.newPassword}
        name="newPassword"
        type="password"
        autoComplete="new-password"
        required
        hint={texts.newPasswordHint}
        fault={form.faultOf('newPassword')}
      />
      {needsCode ? (
        <Field
          label={factorTexts.anyCode}
          name="code"
          autoComplete="one-time-code"
          required
          fault={form.faultOf('code')}
        />
      ) : null}
      <div className="actions">
        <Button type="submit" isBusy={form.isBusy}>
          {texts.changePassword}
        </Button>
      </div>
    </form>
  )
}
