import { showToast } from '../../../widgets/toast/toast-queue.ts'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { Dialog, DialogActions } from '../../../parts/dialog.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { memberDialogTexts, membersTexts as texts, roleTexts } from '../../../words/en/settings/members.ts'
import { type MembersResult, revokeInvitation } from './members.generated.ts'

type Invitation = MembersResult['invitations'][number]

type InvitationListProps = {
  companyId: string
  invitations: readonly Invitation[]
  onChanged: () => void
}

export function InvitationList({ companyId, invitations, onChanged }: InvitationListProps) {
  const [revoked, setRevoked] = useState<Invitation>()
  return (
    <Panel title={texts.invitations} isFlush>
      {invitations.length === 0 ? (
        <Empty icon="mail" title={texts.noInvitations}>
          <p>{texts.noInvitationsText}</p>
        </Empty>
      ) : (
        <ul className="rows">
          {invitations.map((invitation) => (
            <li key={invitation.id} className="row person">
              <div className="row-text">
                <p className="row-title">
                  <span className="person-name">{invitation.email}</span>
                  <Badge>{roleTexts[invitation.role]}</Badge>
                </p>
                <p className="soft small">
                  {texts.expires} <Moment at={invitation.expiresAt} as="day" />
                </p>
              </div>
              <div className="row-actions">
                <Button
                  size="s"
                  kind="danger"
                  aria-label={texts.revokeOf(invitation.email)}
                  onClick={() => setRevoked(invitation)}
                >
                  {texts.revoke}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {revoked ? (
        <RevokeDialog
          companyId={companyId}
          invitation={revoked}
          onChanged={onChanged}
          onClose={() => setRevoked(undefined)}
        />
      ) : null}
    </Panel>
  )
}

type RevokeDialogProps = {
  companyId: string
  invitation: Invitation
  onChanged: () => void
  onClose: () => void
}

function RevokeDialog({ companyId, invitation, onChanged, onClose }: RevokeDialogProps) {
  const { ask } = useConsole()
  const form = useForm([], async () => {
    await ask(revokeInvitation, { companyId, invitationId: invitation.id })
    onChanged()
    onClose()
    showToast({ title: memberDialogTexts.revoked(invitation.email) })
  })
  return (
    <Dialog title={memberDialogTexts.revokeTitle(invitation.email)} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        <p className="soft">{memberDialogTexts.revokeText}</p>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <DialogActions>
          <Button onClick={onClose}>{memberDialogTexts.cancel}</Button>
          <Button type="submit" kind="danger" isBusy={form.isBusy}>
            {memberDialogTexts.revoke}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
