import { showToast } from '../../../widgets/toast/toast-queue.ts'
import { undoAction } from '../../../widgets/toast/undo-action.ts'
import { useNavigate } from '@tanstack/react-router'
import { useConsole } from '../../../console-context.ts'
import { Dialog, DialogActions } from '../../../parts/dialog.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { memberDialogTexts as texts, roleHints } from '../../../words/en/settings/members.ts'
import type { Member } from './member.ts'
import { changeMemberRole, removeMember } from './members.generated.ts'

type MemberDialogProps = {
  companyId: string
  member: Member
  /** The member is the person who is logged in. */
  isOwn: boolean
  onChanged: () => void
  onClose: () => void
}

export function RoleDialog({ companyId, member, isOwn, onChanged, onClose }: MemberDialogProps) {
  const { ask, queries } = useConsole()
  const { userId, email } = member
  const role = member.role === 'ADMIN' ? 'MEMBER' : 'ADMIN'
  const form = useForm([], async () => {
    await ask(changeMemberRole, { companyId, userId, role })
    // What the own role allows is known from the frame.
    if (isOwn) await queries.invalidateQueries({ queryKey: ['Frame'] })
    onChanged()
    onClose()
    // Without the role of an admin, the own change cannot be taken back.
    const undo = async () => {
      await ask(changeMemberRole, { companyId, userId, role: member.role })
      onChanged()
    }
    showToast({ title: texts.roleChanged(email, role), ...(isOwn ? {} : { action: undoAction(undo) }) })
  })
  return (
    <Dialog title={texts.roleTitle(email, role)} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        <p className="soft">{isOwn ? texts.ownRole : roleHints[role]}</p>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {texts.change}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export function RemoveDialog({ companyId, member, isOwn, onChanged, onClose }: MemberDialogProps) {
  const { ask } = useConsole()
  const navigate = useNavigate()
  const form = useForm([], async () => {
    await ask(removeMember, { companyId, userId: member.userId })
    onClose()
    if (isOwn) await navigate({ to: '/' })
    else onChanged()
    showToast({ title: isOwn ? texts.left : texts.removed(member.email) })
  })
  return (
    <Dialog title={texts.removeTitle(member.email)} onClose={onClose}>
      <form className="stack" onSubmit={form.onSubmit}>
        <p className="soft">{isOwn ? texts.removeOwn : texts.removeText}</p>
        {form.fault ? <FaultNotice fault={form.fault} /> : null}
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="danger" isBusy={form.isBusy}>
            {isOwn ? texts.leave : texts.remove}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
