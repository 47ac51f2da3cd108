import { Link, useNavigate } from '@tanstack/react-router'
import { useConsole } from '../../console-context.ts'
import { Icon } from '../../parts/icon.tsx'
import { Amount } from '../../parts/text/amount.tsx'
import type { SessionUser } from '../../session/create-session.ts'
import { shellTexts } from '../../words/en/shell.ts'
import { MenuButton } from '../../widgets/menu/menu-button.tsx'
import { HelpMenu } from './help-menu.tsx'
import { commandBar } from '../open-state.ts'
import type { FrameData } from '../use-frame.ts'

type HeaderProps = { user: SessionUser; frame: FrameData | undefined; isLoading: boolean }

export function Header({ user, frame, isLoading }: HeaderProps) {
  const { session } = useConsole()
  const navigate = useNavigate()
  return (
    <header className="header">
      <button type="button" className="search-button" onClick={commandBar.open}>
        <Icon name="search" />
        <span className="search-text">{shellTexts.search}</span>
        <kbd>{shellTexts.searchKeys}</kbd>
      </button>
      <div className="header-end">
        {frame?.balance ? (
          <Balance balance={frame.balance} companyId={frame.company?.id ?? ''} />
        ) : isLoading ? (
          <span className="header-wait" />
        ) : null}
        <HelpMenu />
        <MenuButton
          className="avatar"
          label={shellTexts.accountOf(user.email)}
          items={[
            {
              key: 'account',
              label: shellTexts.account,
              icon: 'account',
              onSelect: () => void navigate({ to: '/account' }),
            },
            {
              key: 'logout',
              label: shellTexts.logOut,
              icon: 'logout',
              onSelect: () => void session.logOut(),
            },
          ]}
        >
          <Icon name="account" />
        </MenuButton>
      </div>
    </header>
  )
}

type BalanceProps = { balance: NonNullable<FrameData['balance']>; companyId: string }

function Balance({ balance: { credits, held, isInDebt, isFrozen }, companyId }: BalanceProps) {
  return (
    <div className="balance" data-tone={isInDebt || isFrozen ? 'bad' : undefined}>
      <span className="balance-label">{isFrozen ? shellTexts.frozen : shellTexts.balance}</span>
      <Amount credits={credits} hasUnit />
      {/^0(?:\.0*)?$/.test(held) ? null : (
        <span className="balance-held">
          {shellTexts.held} <Amount credits={held} />
        </span>
      )}
      <Link className="button" data-size="s" to={`/c/${companyId}/profile/billing`}>
        {shellTexts.topUp}
      </Link>
    </div>
  )
}
