import { type ReactNode, useState } from 'react'
import type { ConsoleFault } from '../../../graphql/console-fault.ts'
import { postOperation } from '../../../graphql/post-operation.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Field } from '../../../parts/form/field.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { Notice } from '../../../parts/states/notice.tsx'
import type { WireSession } from '../../../session/open-browser-session.ts'
import { arePasskeysPossible } from '../../../session/passkeys/passkey-ceremony.ts'
import { PasskeyFault } from '../../../session/passkeys/passkey-fault.tsx'
import { loginTexts as texts } from '../../../words/en/identity/login.ts'
import { type Challenge, readChallenge } from './challenge.ts'
import { logIn } from './login.generated.ts'
import { PasskeyLogin } from './passkey-login.tsx'

type PasswordStepProps = {
  returnTo: string
  forgot: ReactNode
  onSession: (session: WireSession) => void
  onChallenge: (challenge: Challenge) => void
}

export function PasswordStep({ returnTo, forgot, onSession, onChallenge }: PasswordStepProps) {
  const [email, setEmail] = useState('')
  const [needsEmail, setNeedsEmail] = useState(false)
  const [passkeyFault, setPasskeyFault] = useState<ConsoleFault>()
  const form = useForm(['email', 'password'], async (value) => {
    setPasskeyFault(undefined)
    const given = { email: value('email').trim(), password: value('password') }
    try {
      onSession((await postOperation(logIn, given)).login)
    } catch (thrown) {
      const challenge = readChallenge(thrown)
      if (!challenge) throw thrown
      onChallenge(challenge)
    }
  })
  const domain = email.includes('@') ? email.slice(email.lastIndexOf('@') + 1).trim() : ''
  function signOn(): void {
    setNeedsEmail(domain === '')
    if (domain === '') return
    window.location.assign(`/sso/start?${new URLSearchParams({ domain, return: returnTo }).toString()}`)
  }
  return (
    <form className="stack" onSubmit={form.onSubmit} noValidate={false}>
      <LoginFault fault={passkeyFault ?? form.fault} />
      <Field
        label={texts.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        fault={needsEmail && domain === '' ? texts.signOnNeedsEmail : form.faultOf('email')}
      />
      <Field
        label={texts.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        aside={forgot}
        fault={form.faultOf('password')}
      />
      <Button type="submit" kind="primary" isBusy={form.isBusy}>
        {texts.submit}
      </Button>
      <p className="or">
        <span>{texts.or}</span>
      </p>
      {arePasskeysPossible() ? (
        <PasskeyLogin challenge={null} onSession={onSession} onFault={setPasskeyFault} />
      ) : null}
      <Button onClick={signOn}>{texts.signOn}</Button>
    </form>
  )
}

/** The most frequent fault is a wrong password, for which the server's message is the clearest. */
function LoginFault({ fault }: { fault: ConsoleFault | undefined }) {
  if (!fault) return null
  if (fault.fault === 'sso.required') {
    return (
      <Notice tone="info" title={texts.signOnRequired}>
        <p>{fault.message}</p>
      </Notice>
    )
  }
  if (fault.code === 'UNAUTHENTICATED') return <Notice tone="bad" title={fault.message} />
  return <PasskeyFault fault={fault} />
}
