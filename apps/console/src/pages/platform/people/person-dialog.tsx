import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { Dialog, DialogActions } from '../../../parts/dialog.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { CopyText } from '../../../parts/text/copy-text.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useRecentLogin } from '../../../session/recent-login/use-recent-login.tsx'
import { peopleTexts as texts } from '../../../words/en/platform/people.ts'
import { ReasonDialog } from '../company/reason-dialog.tsx'
import { endUserSessions, setSuperAdmin } from './people.generated.ts'
import { type Person, PersonRole } from './person-columns.tsx'

type PersonDialogProps = { person: Person; onChanged: () => void; onClose: () => void }

/** One person, and what an operator may do about the account. */
export function PersonDialog({ person, onChanged, onClose }: PersonDialogProps) {
  const [change, setChange] = useState<'sessions' | 'role'>()
  if (change)
    return (
      <ChangeDialog
        person={person}
        change={change}
        onChanged={onChanged}
        onClose={() => setChange(undefined)}
      />
    )
  const facts: { label: string; value: ReactNode }[] = [
    { label: texts.id, value: <CopyText text={person.id} label={texts.id} /> },
    { label: texts.role, value: <PersonRole person={person} /> },
    {
      label: texts.lastLogin,
      value: person.lastLoginAt === null ? texts.never : <Moment at={person.lastLoginAt} />,
    },
    { label: texts.sessions, value: person.openSessions },
    { label: texts.since, value: <Moment at={person.createdAt} as="day" /> },
    ...person.companies.map(({ companyId, companyName, role }) => ({
      label: companyName,
      value: <Link to={`/admin/companies/${companyId}`}>{texts.roles[role]}</Link>,
    })),
  ]
  return (
    <Dialog title={person.email} width="l" onClose={onClose}>
      <div className="stack">
        <Facts facts={facts} />
        <DialogActions>
          <Link className="button" data-kind="quiet" to="/admin/audit" search={{ actor: person.id }}>
            {texts.trail}
          </Link>
          <Button onClick={() => setChange('role')}>
            {person.isSuperAdmin ? texts.removeAdmin : texts.makeAdmin}
          </Button>
          <Button kind="danger" onClick={() => setChange('sessions')}>
            {texts.endSessions}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

type ChangeDialogProps = PersonDialogProps & { change: 'sessions' | 'role' }

function ChangeDialog({ person, change, onChanged, onClose }: ChangeDialogProps) {
  const { ask } = useConsole()
  const recentLogin = useRecentLogin()
  const { id: userId, email, isSuperAdmin } = person
  const roleAction = isSuperAdmin ? texts.removeAdmin : texts.makeAdmin
  const action = change === 'sessions' ? texts.endSessions : roleAction
  const roleText = isSuperAdmin ? texts.removeText : texts.makeText
  return (
    <>
      <ReasonDialog
        title={texts.confirmTitle(action, email)}
        text={change === 'sessions' ? texts.endText : roleText}
        confirm={action}
        isDanger={change === 'sessions' || isSuperAdmin}
        hasReason={false}
        work={() =>
          recentLogin.run<unknown>(() =>
            change === 'sessions'
              ? ask(endUserSessions, { userId })
              : ask(setSuperAdmin, { userId, isSuperAdmin: !isSuperAdmin }),
          )
        }
        onChanged={onChanged}
        onClose={onClose}
      />
      {recentLogin.dialog}
    </>
  )
}
