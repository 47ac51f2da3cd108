import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { useAsked } from '../../../graphql/use-asked.ts'
import { Button } from '../../../parts/form/button.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { useCompanyId, useFrame } from '../../../shell/use-frame.ts'
import { membersTexts as texts } from '../../../words/en/settings/members.ts'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog, InvitedNotice, type Invited } from './invite-dialog.tsx'
import { MemberList } from './member-list.tsx'
import { members } from './members.generated.ts'
import { SignOnHint } from './sign-on-hint.tsx'

export function MembersPage() {
  const companyId = useCompanyId() ?? ''
  const { queries } = useConsole()
  // Only admins may read the balance; the shell explains the page to others.
  const isAdmin = useFrame().data?.balance !== undefined
  const asked = useAsked(members, { companyId }, { topics: ['MEMBERS', 'COMPANY'], isEnabled: isAdmin })
  const [isInviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<Invited>()
  const onChanged = () => void queries.invalidateQueries({ queryKey: [members.name] })
  return (
    <div className="page page-narrow">
      <PageHead
        title={texts.title}
        text={texts.text}
        actions={
          <Button kind="primary" onClick={() => setInviting(true)}>
            {texts.invite}
          </Button>
        }
      />
      <Loaded asked={asked} skeleton={<Skeleton lines={2} height={200} />}>
        {(data) => (
          <div className="stack-3">
            {invited ? <InvitedNotice invited={invited} /> : null}
            <SignOnHint singleSignOn={data.singleSignOn} />
            <MemberList companyId={companyId} members={data.members} onChanged={onChanged} />
            <InvitationList companyId={companyId} invitations={data.invitations} onChanged={onChanged} />
            <p className="soft small">{texts.utc}</p>
          </div>
        )}
      </Loaded>
      {isInviting ? (
        <InviteDialog
          companyId={companyId}
          onInvited={(next) => {
            setInvited(next)
            onChanged()
          }}
          onClose={() => setInviting(false)}
        />
      ) : null}
    </div>
  )
}
