import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { Dialog, DialogActions } from '../../../parts/dialog.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { Field } from '../../../parts/form/field.tsx'
import { Segments } from '../../../parts/form/segments.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { CopyText } from '../../../parts/text/copy-text.tsx'
import { inviteTexts as texts, roleHints, roleTexts } from '../../../words/en/settings/members.ts'
import { type InviteMemberResult, inviteMember } from './members.generated.ts'

export type Invited = InviteMemberResult['inviteMember']

const roles = (['MEMBER', 'ADMIN'] as const).map((value) => ({ value, label: roleTexts[value] }))

type InviteDialogProps = {
  companyId: string
  onInvited: (invited: Invited) => void
  onClose: () => void
}

export function InviteDialog({ companyId, onInvited, onClose }: InviteDialogProps) {
  const { ask } = useConsole()
  const [role, setRole] = useState<'ADMIN' | 'MEMBER'>('MEMBER')
  const form = useForm(['email'], async (value) => {
    const { inviteMember: invited } = await ask(inviteMember, {
      companyId,
      email: value('email').trim(),
      role,
    })
    onInvited(invited)
    onClose()
  })
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <Field
          label={texts.email}
          name="email"
          type="email"
          required
          autoComplete="off"
          hint={texts.emailHint}
          fault={form.faultOf('email')}
        />
        <div className="field">
          <p className="field-label">{texts.role}</p>
          <Segments label={texts.role} value={role} options={roles} onChange={setRole} />
          <p className="field-hint">{roleHints[role]}</p>
        </div>
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {texts.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** What became of the invitation. Only super admins get its link, and only here. */
export function InvitedNotice({ invited: { mailStatus, invitation, url } }: { invited: Invited }) {
  const isSent = mailStatus === 'QUEUED'
  return (
    <Notice
      tone={isSent ? 'good' : 'warn'}
      title={isSent ? texts.sent(invitation.email) : texts.waiting(invitation.email)}
    >
      <p>{isSent ? texts.sentText : texts.waitingText}</p>
      {url === null ? null : (
        <p className="notice-id">
          {texts.linkText} <CopyText text={url} label={texts.link} />
        </p>
      )}
    </Notice>
  )
}
