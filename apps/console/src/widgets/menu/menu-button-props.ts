import type { ReactNode } from 'react'
import type { IconName } from '../../parts/icon.tsx'

export type MenuItem = {
  key: string
  label: string
  icon?: IconName
  isCurrent?: boolean
} & ({ onSelect: () => void } | { /** An address outside the console, opened in a new tab. */ href: string })

export type MenuButtonProps = {
  className: string
  /** Read aloud instead of the content, and shown on hover and focus. */
  label: string
  items: readonly MenuItem[]
  children: ReactNode
}
