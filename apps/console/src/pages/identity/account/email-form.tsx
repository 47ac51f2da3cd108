import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Field } from '../../../parts/form/field.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { useRecentLogin } from '../../../session/recent-login/use-recent-login.tsx'
import { emailTexts as texts } from '../../../words/en/identity/email.ts'
import { requestEmailChange } from './account.generated.ts'

export function EmailForm({ hasPasskey }: { hasPasskey: boolean | undefined }) {
  const { ask } = useConsole()
  const recent = useRecentLogin(hasPasskey)
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm(['newEmail'], async (value, element) => {
    setSentTo(undefined)
    const newEmail = value('newEmail').trim()
    await recent.run(() => ask(requestEmailChange, { newEmail }))
    element.reset()
    setSentTo(newEmail)
  })
  return (
    <>
      <form className="stack" onSubmit={form.onSubmit}>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        {sentTo === undefined ? null : (
          <Notice tone="good" title={texts.sent}>
            <p>{texts.sentText(sentTo)}</p>
          </Notice>
        )}
        <Field
          label={texts.newEmail}
          name="newEmail"
          type="email"
          autoComplete="email"
          required
          fault={form.faultOf('newEmail')}
        />
        <div className="actions">
          <Button type="submit" isBusy={form.isBusy}>
            {texts.change}
          </Button>
        </div>
      </form>
      {recent.dialog}
    </>
  )
}
