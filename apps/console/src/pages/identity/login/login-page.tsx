import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useConsole, useSessionState } from '../../../console-context.ts'
import { loginTexts as texts } from '../../../words/en/identity/login.ts'
import { Notice } from '../../../parts/states/notice.tsx'
import { type WireSession, toOpenSession } from '../../../session/open-browser-session.ts'
import { Gate } from './gate.tsx'
import type { Challenge } from './challenge.ts'
import { PasswordStep } from './password-step.tsx'
import { SecondStep } from './second-step.tsx'
import { SignOnNotice } from './sign-on-notice.tsx'
import { readLoginSearch } from './login-search.ts'

export function LoginPage() {
  const { session } = useConsole()
  const state = useSessionState()
  const navigate = useNavigate()
  const search = readLoginSearch(useSearch({ strict: false }))
  const [challenge, setChallenge] = useState<Challenge>()
  const isOpen = state.kind === 'open'
  useEffect(() => {
    // Also when another tab has logged in meanwhile.
    if (isOpen) void navigate({ href: search.return, replace: true })
  }, [isOpen, navigate, search.return])
  const onSession = (opened: WireSession) => session.adopt(toOpenSession(opened))
  if (challenge) {
    return <SecondStep challenge={challenge} onSession={onSession} onBack={() => setChallenge(undefined)} />
  }
  return (
    <Gate title={texts.title} foot={<Link to="/status">{texts.status}</Link>}>
      {search.ended ? (
        <Notice tone="info" title={texts.ended}>
          <p>{texts.endedText}</p>
        </Notice>
      ) : null}
      {search.unconfirmed ? (
        <Notice tone="bad" title={texts.unconfirmed}>
          <p>{texts.unconfirmedText}</p>
        </Notice>
      ) : null}
      {search.error === undefined ? null : <SignOnNotice code={search.error} requestId={search.requestId} />}
      <PasswordStep
        returnTo={search.return}
        onSession={onSession}
        onChallenge={setChallenge}
        forgot={<Link to="/reset">{texts.forgot}</Link>}
      />
    </Gate>
  )
}
