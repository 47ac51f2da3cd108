import { postOperation } from '../../../graphql/post-operation.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Field } from '../../../parts/form/field.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import type { WireSession } from '../../../session/open-browser-session.ts'
import { loginTexts as texts } from '../../../words/en/identity/login.ts'
import { completeLogin } from './login.generated.ts'

type CodeFormProps = { challenge: string; isRecovery: boolean; onSession: (session: WireSession) => void }

export function CodeForm({ challenge, isRecovery, onSession }: CodeFormProps) {
  const form = useForm(['code'], async (value) => {
    const code = value('code').replaceAll(/\s/g, '')
    onSession((await postOperation(completeLogin, { challenge, code })).completeLogin)
  })
  return (
    <form className="stack" onSubmit={form.onSubmit}>
      {form.fault?.code === 'UNAUTHENTICATED' ? (
        <Notice tone="bad" title={texts.challengeOver}>
          <p>{form.fault.message}</p>
        </Notice>
      ) : form.fault ? (
        <FaultNotice fault={form.fault} />
      ) : null}
      <Field
        label={isRecovery ? texts.recoveryCode : texts.code}
        name="code"
        required
        // The person came here to type it: a page whose only field is this one.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        spellCheck={false}
        fault={form.faultOf('code')}
      />
      <Button type="submit" kind="primary" isBusy={form.isBusy}>
        {texts.confirm}
      </Button>
    </form>
  )
}
