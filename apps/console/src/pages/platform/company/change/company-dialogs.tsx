import { useConsole } from '../../../../console-context.ts'
import { useRecentLogin } from '../../../../session/recent-login/use-recent-login.tsx'
import { companyChangeTexts as texts } from '../../../../words/en/platform/company.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import {
  type PlatformCompanyResult,
  confirmDomain,
  declineDomain,
  liftPause,
  resumeCompany,
  suspendCompany,
} from '../company.generated.ts'
import { AdjustCredits } from './adjust-credits.tsx'
import { PostpaidTerms } from './postpaid-terms.tsx'

export type Change =
  | { kind: 'adjust' | 'suspend' | 'resume' | 'lift' | 'terms' }
  | { kind: 'confirm' | 'decline'; domain: string }

type CompanyDialogsProps = {
  result: PlatformCompanyResult
  change: Change
  onChanged: () => void
  onClose: () => void
}

/** The dialog of the change that the operator has chosen. */
export function CompanyDialogs({ result, change, ...ends }: CompanyDialogsProps) {
  const { ask } = useConsole()
  const { id: companyId, name } = result.companyOverview.company
  switch (change.kind) {
    case 'adjust':
      return (
        <AdjustCredits company={{ id: companyId, name }} balance={result.creditBalance.credits} {...ends} />
      )
    case 'terms':
      return <PostpaidTerms companyId={companyId} {...ends} />
    case 'suspend':
      return (
        <ReasonDialog
          title={texts.suspendTitle(name)}
          text={texts.suspendText}
          confirm={texts.suspendConfirm}
          isDanger
          work={(value) => ask(suspendCompany, { companyId, reason: value('reason') })}
          {...ends}
        />
      )
    case 'resume':
      return (
        <ReasonDialog
          title={texts.resumeTitle(name)}
          text={texts.resumeText}
          confirm={texts.resumeConfirm}
          work={(value) => ask(resumeCompany, { companyId, reason: value('reason') })}
          {...ends}
        />
      )
    case 'lift':
      return (
        <ReasonDialog
          title={texts.liftTitle(name)}
          text={texts.liftText}
          confirm={texts.liftConfirm}
          work={(value) => ask(liftPause, { companyId, reason: value('reason') })}
          {...ends}
        />
      )
    case 'confirm':
    case 'decline':
      return <DomainDialog companyId={companyId} change={change} {...ends} />
  }
}

type DomainDialogProps = {
  companyId: string
  change: { kind: 'confirm' | 'decline'; domain: string }
  onChanged: () => void
  onClose: () => void
}

function DomainDialog({ companyId, change: { kind, domain }, ...ends }: DomainDialogProps) {
  const { ask } = useConsole()
  const recentLogin = useRecentLogin()
  const isConfirmed = kind === 'confirm'
  return (
    <>
      <ReasonDialog
        title={isConfirmed ? texts.domainTitle(domain) : texts.declineTitle(domain)}
        text={isConfirmed ? texts.domainText : texts.declineText}
        confirm={isConfirmed ? texts.domainConfirm : texts.declineConfirm}
        isDanger={!isConfirmed}
        hasReason={false}
        work={() =>
          recentLogin.run<unknown>(() =>
            isConfirmed
              ? ask(confirmDomain, { companyId, domain })
              : ask(declineDomain, { companyId, domain }),
          )
        }
        {...ends}
      />
      {recentLogin.dialog}
    </>
  )
}
