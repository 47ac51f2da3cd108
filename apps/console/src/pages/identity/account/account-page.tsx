import { useConsole, useSessionState } from '../../../console-context.ts'
import { useAsked } from '../../../graphql/use-asked.ts'
import { PageHead } from '../../../parts/page-head.tsx'
import { Setting } from '../../../parts/panel.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { accountTexts as texts } from '../../../words/en/identity/account.ts'
import { emailTexts } from '../../../words/en/identity/email.ts'
import { passkeyTexts } from '../../../words/en/identity/passkeys.ts'
import { type AccountResult, account } from './account.generated.ts'
import { Appearance } from './appearance.tsx'
import { EmailForm } from './email-form.tsx'
import { FactorSetting } from './factor/factor-setting.tsx'
import { PasskeySetting } from './passkeys/passkey-setting.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'

export function AccountPage() {
  const { queries } = useConsole()
  const state = useSessionState()
  const asked = useAsked(account, {})
  const reload = () => queries.invalidateQueries({ queryKey: [account.name] })
  return (
    <div className="page page-narrow">
      <PageHead title={texts.title} text={state.kind === 'open' ? state.session.user.email : undefined} />
      <Setting title={emailTexts.title} text={emailTexts.text}>
        <EmailForm hasPasskey={asked.data && asked.data.passkeys.length > 0} />
      </Setting>
      <Setting title={texts.password} text={texts.passwordText}>
        <PasswordForm needsCode={hasFactor(asked.data)} onChanged={reload} />
      </Setting>
      <Setting title={texts.factor} text={texts.factorText}>
        <Loaded asked={asked} skeleton={<Skeleton lines={2} />}>
          {({ secondFactors, passkeys }) => (
            <FactorSetting factors={secondFactors} hasPasskey={passkeys.length > 0} onChanged={reload} />
          )}
        </Loaded>
      </Setting>
      <Setting title={passkeyTexts.title} text={passkeyTexts.text}>
        <Loaded asked={asked} skeleton={<Skeleton lines={2} />}>
          {({ passkeys, secondFactors }) => (
            <PasskeySetting
              passkeys={passkeys}
              hasApp={secondFactors.totpSince !== null}
              onChanged={reload}
            />
          )}
        </Loaded>
      </Setting>
      <Setting title={texts.sessions} text={texts.sessionsText}>
        <Loaded asked={asked} skeleton={<Skeleton lines={3} height={40} />}>
          {({ sessions }) => <SessionList sessions={sessions.nodes} onChanged={reload} />}
        </Loaded>
      </Setting>
      <Setting title={texts.appearance} text={texts.appearanceText}>
        <Appearance />
      </Setting>
    </div>
  )
}

/** Changes of the password then need a code: of the app, or a recovery code. */
function hasFactor(data: AccountResult | undefined): boolean {
  return data !== undefined && (data.secondFactors.totpSince !== null || data.passkeys.length > 0)
}
