import { Menu } from '@base-ui/react/menu'
import { Icon } from '../../parts/icon.tsx'
import type { MenuButtonProps } from './menu-button-props.ts'

/** The menu of a MenuButton, open from the beginning because a click has asked for it. */
export function OpenMenu({ className, label, items, children }: MenuButtonProps) {
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger className={className} aria-label={label} data-tip={label}>
        {children}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-place" sideOffset={6} align="start" collisionPadding={8}>
          <Menu.Popup className="menu">
            {items.map(({ key, label: text, icon, isCurrent, onSelect }) => (
              <Menu.Item
                key={key}
                className="menu-item"
                onClick={onSelect}
                aria-current={isCurrent || undefined}
              >
                {icon === undefined ? null : <Icon name={icon} />}
                <span>{text}</span>
                {isCurrent === true ? <Icon name="check" /> : null}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
