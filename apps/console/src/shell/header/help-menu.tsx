import { apiReferenceUrl, graphqlExplorerUrl } from './gateway-url.ts'
import { Icon } from '../../parts/icon.tsx'
import { MenuButton } from '../../widgets/menu/menu-button.tsx'
import { helpTexts as texts } from '../../words/en/shell.ts'
import { keyboardList } from '../open-state.ts'

/** Documentation and shortcuts, one click away from every page. */
export function HelpMenu() {
  const reference = apiReferenceUrl()
  return (
    <MenuButton
      className="avatar"
      label={texts.label}
      items={[
        ...(reference === undefined
          ? []
          : [{ key: 'reference', label: texts.reference, icon: 'external' as const, href: reference }]),
        { key: 'graphql', label: texts.graphql, icon: 'external', href: graphqlExplorerUrl },
        { key: 'status', label: texts.status, icon: 'external', href: '/status' },
        { key: 'keyboard', label: texts.keyboard, icon: 'keyboard', onSelect: keyboardList.open },
      ]}
    >
      <Icon name="help" />
    </MenuButton>
  )
}
