// Where the two links of a change of the e-mail address lead. It is confirmed by a button and not by opening the page,
// because mail filters open links.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { postOperation } from '../../../graphql/post-operation.ts'
import { Button } from '../../../parts/form/button.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { emailChangeTexts as texts } from '../../../words/en/identity/email.ts'
import { Gate } from '../login/gate.tsx'
import { useLinkToken } from '../../../session/use-link-token.ts'
import { type ConfirmEmailChangeResult, confirmEmailChange } from './email-change.generated.ts'

type Outcome = ConfirmEmailChangeResult['confirmEmailChange'] | 'NOTHING'

export function EmailChangePage() {
  const token = useLinkToken()
  const [outcome, setOutcome] = useState<Outcome>('NOTHING')
  const form = useForm([], async () => {
    const { confirmEmailChange: next } = await postOperation(confirmEmailChange, { token: token ?? '' })
    setOutcome(next)
  })
  if (token === undefined) return <End title={texts.incomplete} text={texts.incompleteText} />
  if (outcome === 'CHANGED') return <End title={texts.changed} text={texts.changedText} isPrimary />
  if (outcome === 'WAITING') return <End title={texts.waiting} text={texts.waitingText} />
  if (form.fault?.fault === 'identity.link_over') return <End title={texts.over} text={texts.overText} />
  return (
    <Gate title={texts.title} text={texts.text}>
      <form className="stack" onSubmit={form.onSubmit}>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <Button type="submit" kind="primary" isBusy={form.isBusy}>
          {texts.confirm}
        </Button>
      </form>
    </Gate>
  )
}

type EndProps = { title: string; text: string; isPrimary?: boolean }

/** The document is loaded anew, so that a session that is open here shows the new address. */
function End({ title, text, isPrimary = false }: EndProps) {
  return (
    <Gate title={title} text={text}>
      <Link to="/account" reloadDocument className="button" data-kind={isPrimary ? 'primary' : 'secondary'}>
        {texts.toAccount}
      </Link>
    </Gate>
  )
}
