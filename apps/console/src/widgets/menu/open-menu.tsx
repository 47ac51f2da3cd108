import { Menu } from '@base-ui/react/menu'
import { useState } from 'react'
import { Icon } from '../../parts/icon.tsx'
import type { MenuButtonProps, MenuItem } from './menu-button-props.ts'

/** The menu of a MenuButton, open from the beginning because a click has asked for it. */
export function OpenMenu({ className, label, items, children }: MenuButtonProps) {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger ref={setTrigger} className={className} aria-label={label} data-tip={label}>
        {children}
      </Menu.Trigger>
      {/* Inside the landmark of its button: content outside all landmarks is hard to find with a screen reader. */}
      <Menu.Portal container={trigger?.closest<HTMLElement>('dialog, main, nav, header') ?? null}>
        <Menu.Positioner className="menu-place" sideOffset={6} align="start" collisionPadding={8}>
          <Menu.Popup className="menu">
            {items.map((item) => (
              <OpenMenuItem key={item.key} item={item} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function OpenMenuItem({ item }: { item: MenuItem }) {
  const content = (
    <>
      {item.icon === undefined ? null : <Icon name={item.icon} />}
      <span>{item.label}</span>
      {item.isCurrent === true ? <Icon name="check" /> : null}
    </>
  )
  if ('href' in item)
    return (
      <Menu.LinkItem className="menu-item" href={item.href} target="_blank" rel="noreferrer" closeOnClick>
        {content}
      </Menu.LinkItem>
    )
  return (
    <Menu.Item className="menu-item" onClick={item.onSelect} aria-current={item.isCurrent || undefined}>
      {content}
    </Menu.Item>
  )
}
