import { useNavigate } from '@tanstack/react-router'
import { productName } from '../words/en/pages.ts'
import { shellTexts } from '../words/en/shell.ts'
import { Icon } from '../parts/icon.tsx'
import { MenuButton } from '../widgets/menu-button.tsx'
import type { FrameData } from './use-frame.ts'

/** The name of the company, and a menu if the user has several. */
export function CompanySwitch({ frame }: { frame: FrameData | undefined }) {
  const navigate = useNavigate()
  const name = frame?.company?.name ?? productName
  const others = frame?.companies ?? []
  const label = (
    <>
      <span className="company-mark" data-letter={name.trim().charAt(0).toUpperCase()} />
      <span className="company-name">{name}</span>
    </>
  )
  if (others.length < 2) return <div className="company-switch">{label}</div>
  return (
    <MenuButton
      className="company-switch"
      label={shellTexts.switchCompany(name)}
      items={others.map(({ companyId, companyName }) => ({
        key: companyId,
        label: companyName,
        isCurrent: companyId === frame?.company?.id,
        onSelect: () => void navigate({ to: `/c/${companyId}` }),
      }))}
    >
      {label}
      <Icon name="updown" />
    </MenuButton>
  )
}
