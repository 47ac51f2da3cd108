import { useState } from 'react'
import { postOperation } from '../../graphql/post-operation.ts'
import { Button } from '../../parts/form/button.tsx'
import { Field } from '../../parts/form/field.tsx'
import { useForm } from '../../parts/form/use-form.ts'
import { FaultNotice } from '../../parts/states/fault-notice.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import type { WireSession } from '../../session/open-browser-session.ts'
import { loginTexts as texts } from '../../words/en/login.ts'
import type { Challenge } from './challenge.ts'
import { Gate } from './gate.tsx'
import { completeLogin } from './login.generated.ts'

type CodeStepProps = { challenge: Challenge; onSession: (session: WireSession) => void; onBack: () => void }

/** The second step of a login: a code of the authenticator app, or a recovery code. */
export function CodeStep({ challenge, onSession, onBack }: CodeStepProps) {
  const [isRecovery, setRecovery] = useState(false)
  const form = useForm(['code'], async (value) => {
    const code = value('code').replaceAll(/\s/g, '')
    onSession((await postOperation(completeLogin, { challenge: challenge.token, code })).completeLogin)
  })
  const back = (
    <button type="button" className="link" onClick={onBack}>
      {texts.back}
    </button>
  )
  return (
    <Gate title={texts.codeTitle} text={isRecovery ? texts.recoveryText : texts.codeText} foot={back}>
      <form className="stack" onSubmit={form.onSubmit}>
        {form.fault?.code === 'UNAUTHENTICATED' ? (
          <Notice tone="bad" title={texts.challengeOver}>
            <p>{form.fault.message}</p>
          </Notice>
        ) : form.fault ? (
          <FaultNotice fault={form.fault} />
        ) : null}
        <Field
          key={isRecovery ? 'recovery' : 'app'}
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
        <button
          type="button"
          className="link"
          onClick={() => {
            form.clear()
            setRecovery(!isRecovery)
          }}
        >
          {isRecovery ? texts.withApp : texts.withRecovery}
        </button>
      </form>
    </Gate>
  )
}
