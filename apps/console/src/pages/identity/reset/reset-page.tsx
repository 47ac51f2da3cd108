import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { postOperation } from '../../../graphql/post-operation.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Field } from '../../../parts/form/field.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { resetTexts as texts } from '../../../words/en/identity/login.ts'
import { Gate } from '../login/gate.tsx'
import { useLinkToken } from '../../../session/use-link-token.ts'
import { requestReset, resetPassword } from './reset.generated.ts'

export function ResetPage() {
  const token = useLinkToken()
  const [isAsking, setAsking] = useState(token === undefined)
  if (isAsking || token === undefined) return <AskForLink />
  return <ChoosePassword token={token} onAskAgain={() => setAsking(true)} />
}

const toLogin = <Link to="/login">{texts.toLogin}</Link>

function AskForLink() {
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm(['email'], async (value) => {
    const email = value('email').trim()
    await postOperation(requestReset, { email })
    setSentTo(email)
  })
  if (sentTo !== undefined) {
    return (
      <Gate title={texts.sent} text={texts.sentText(sentTo)} foot={toLogin}>
        <Button onClick={() => setSentTo(undefined)}>{texts.again}</Button>
      </Gate>
    )
  }
  return (
    <Gate title={texts.title} text={texts.text} foot={toLogin}>
      <form className="stack" onSubmit={form.onSubmit}>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <Field
          label={texts.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          fault={form.faultOf('email')}
        />
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {texts.send}
        </Button>
      </form>
    </Gate>
  )
}

function ChoosePassword({ token, onAskAgain }: { token: string; onAskAgain: () => void }) {
  const [isDone, setDone] = useState(false)
  const form = useForm(['newPassword'], async (value) => {
    await postOperation(resetPassword, { token, newPassword: value('newPassword') })
    setDone(true)
  })
  if (isDone) {
    return (
      <Gate title={texts.done} text={texts.doneText}>
        <Link to="/login" className="button" data-kind="primary">
          {texts.toLogin}
        </Link>
      </Gate>
    )
  }
  if (form.fault?.fault === 'identity.link_over') {
    return (
      <Gate title={texts.over} text={texts.overText} foot={toLogin}>
        <Button kind="primary" onClick={onAskAgain}>
          {texts.askAgain}
        </Button>
      </Gate>
    )
  }
  return (
    <Gate title={texts.chooseTitle} text={texts.chooseText} foot={toLogin}>
      <form className="stack" onSubmit={form.onSubmit}>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <Field
          label={texts.password}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          required
          hint={texts.passwordHint}
          fault={form.faultOf('newPassword')}
        />
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {texts.save}
        </Button>
      </form>
    </Gate>
  )
}
