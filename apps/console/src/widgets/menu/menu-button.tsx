// A button that opens a menu. The menu comes from the headless library, whose chunk is loaded when it is first needed;
// until then the button is a plain one of the same look.
import { type ComponentType, useState } from 'react'
import type { MenuButtonProps } from './menu-button-props.ts'

export function MenuButton(props: MenuButtonProps) {
  const [OpenMenu, setOpenMenu] = useState<ComponentType<MenuButtonProps>>()
  if (OpenMenu) return <OpenMenu {...props} />
  const open = () => void import('./open-menu.tsx').then((loaded) => setOpenMenu(() => loaded.OpenMenu))
  return (
    <button
      type="button"
      className={props.className}
      aria-label={props.label}
      data-tip={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void import('./open-menu.tsx')}
      onClick={open}
    >
      {props.children}
    </button>
  )
}
