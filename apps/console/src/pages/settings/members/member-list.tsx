import { useState } from 'react'
import { useSessionState } from '../../../console-context.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { membersTexts as texts, roleTexts } from '../../../words/en/settings/members.ts'
import { RemoveDialog, RoleDialog } from './member-dialogs.tsx'
import type { Member } from './member.ts'

type MemberListProps = { companyId: string; members: readonly Member[]; onChanged: () => void }

type OpenDialog = { kind: 'role' | 'remove'; member: Member }

export function MemberList({ companyId, members, onChanged }: MemberListProps) {
  const session = useSessionState()
  const ownId = session.kind === 'open' ? session.session.user.id : undefined
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  const dialog = open && {
    companyId,
    member: open.member,
    isOwn: open.member.userId === ownId,
    onChanged,
    onClose: close,
  }
  return (
    <Panel title={texts.members} isFlush>
      <ul className="rows">
        {members.map((member) => (
          <MemberRow
            key={member.userId}
            member={member}
            isOwn={member.userId === ownId}
            onOpen={(kind) => setOpen({ kind, member })}
          />
        ))}
      </ul>
      {dialog && open.kind === 'role' ? <RoleDialog {...dialog} /> : null}
      {dialog && open.kind === 'remove' ? <RemoveDialog {...dialog} /> : null}
    </Panel>
  )
}

type MemberRowProps = { member: Member; isOwn: boolean; onOpen: (kind: OpenDialog['kind']) => void }

function MemberRow({ member: { email, role, since }, isOwn, onOpen }: MemberRowProps) {
  const action = role === 'ADMIN' ? texts.makeMember : texts.makeAdmin
  return (
    <li className="row person">
      <div className="row-text">
        <p className="row-title">
          <span className="person-name">{email}</span>
          <Badge tone={role === 'ADMIN' ? 'accent' : 'neutral'}>{roleTexts[role]}</Badge>
          {isOwn ? <Badge>{texts.you}</Badge> : null}
        </p>
        <p className="soft small">
          {texts.since} <Moment at={since} as="day" />
        </p>
      </div>
      <div className="row-actions">
        <Button size="s" aria-label={texts.changeRoleOf(action, email)} onClick={() => onOpen('role')}>
          {action}
        </Button>
        <Button size="s" kind="danger" aria-label={texts.removeOf(email)} onClick={() => onOpen('remove')}>
          {texts.remove}
        </Button>
      </div>
    </li>
  )
}
