import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import type { ConsoleFault } from '../../../graphql/console-fault.ts'
import { postOperation } from '../../../graphql/post-operation.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Field } from '../../../parts/form/field.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { type WireSession, toOpenSession } from '../../../session/open-browser-session.ts'
import { invitationTexts as texts } from '../../../words/en/identity/login.ts'
import { type Challenge, readChallenge } from '../login/challenge.ts'
import { Gate } from '../login/gate.tsx'
import { SecondStep } from '../login/second-step.tsx'
import { useLinkToken } from '../../../session/use-link-token.ts'
import { acceptInvitation } from './invitation.generated.ts'

const linkFaults = new Set(['identity.invitation_over', 'identity.invitation_unknown'])

export function InvitationPage() {
  const { session } = useConsole()
  const navigate = useNavigate()
  const token = useLinkToken()
  const [challenge, setChallenge] = useState<Challenge>()
  function onSession(opened: WireSession): void {
    session.adopt(toOpenSession(opened))
    void navigate({ to: '/', replace: true })
  }
  if (token === undefined) return <DeadLink title={texts.incomplete} text={texts.incompleteText} />
  // The company is joined already: the second factor only completes the login.
  if (challenge)
    return <SecondStep challenge={challenge} onSession={onSession} onBack={() => setChallenge(undefined)} />
  return <AcceptForm token={token} onSession={onSession} onChallenge={setChallenge} />
}

type AcceptFormProps = {
  token: string
  onSession: (session: WireSession) => void
  onChallenge: (challenge: Challenge) => void
}

function AcceptForm({ token, onSession, onChallenge }: AcceptFormProps) {
  const form = useForm(['password'], async (value) => {
    try {
      onSession(
        (await postOperation(acceptInvitation, { token, password: value('password') })).acceptInvitation,
      )
    } catch (thrown) {
      const challenge = readChallenge(thrown)
      if (!challenge) throw thrown
      onChallenge(challenge)
    }
  })
  if (linkFaults.has(form.fault?.fault ?? '')) return <DeadLink title={texts.over} text={texts.overText} />
  return (
    <Gate title={texts.title} text={texts.text}>
      <form className="stack" onSubmit={form.onSubmit}>
        <AcceptFault fault={form.fault} />
        <Field
          label={texts.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          hint={texts.passwordHint}
          fault={form.faultOf('password')}
        />
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {texts.accept}
        </Button>
      </form>
    </Gate>
  )
}

function AcceptFault({ fault }: { fault: ConsoleFault | undefined }) {
  if (!fault) return null
  if (fault.code === 'UNAUTHENTICATED') return <Notice tone="bad" title={fault.message} />
  return <FaultNotice fault={fault} />
}

function DeadLink({ title, text }: { title: string; text: string }) {
  return (
    <Gate title={title} text={text}>
      <Link to="/login" className="button" data-kind="secondary">
        {texts.toLogin}
      </Link>
    </Gate>
  )
}
