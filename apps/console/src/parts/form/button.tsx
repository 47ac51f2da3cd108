import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'

type ButtonLook = {
  /** One primary button per view: the next step. Danger is for what cannot be undone. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'm' | 's'
  icon?: IconName
  children: ReactNode
}

type ButtonProps = ButtonLook &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'> & {
    type?: 'button' | 'submit'
    /** Keeps its size, shows that work is under way, and ignores clicks. It keeps the focus, unlike `disabled`. */
    isBusy?: boolean
  }

export function Button(props: ButtonProps) {
  const { kind = 'secondary', size = 'm', icon, isBusy = false, type = 'button', children, ...rest } = props
  return (
    <button
      {...rest}
      type={type === 'submit' && !isBusy ? 'submit' : 'button'}
      className="button"
      data-kind={kind}
      data-size={size}
      aria-disabled={isBusy || undefined}
      data-busy={isBusy || undefined}
      {...(isBusy ? { onClick: undefined } : {})}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      <span className="button-label">{children}</span>
    </button>
  )
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type' | 'aria-label'> & {
  icon: IconName
  label: string
}

/** A button that shows only an icon; its label is read aloud, and shown on hover and focus. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button {...rest} type="button" className="icon-button" aria-label={label} data-tip={label}>
      <Icon name={icon} />
    </button>
  )
}
