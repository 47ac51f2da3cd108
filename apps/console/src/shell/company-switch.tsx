import { useNavigate } from '@tanstack/react-router'
import { productName } from '../words/en/pages.ts'
import { shellTexts } from '../words/en/shell.ts'
import { Icon } from '../parts/icon.tsx'
import { MenuButton } from '../widgets/menu/menu-button.tsx'
import { type FrameData, useIsPlatform } from './use-frame.ts'

/** The name of the company, and a menu if the user has others. */
export function CompanySwitch({ frame }: { frame: FrameData | undefined }) {
  const navigate = useNavigate()
  const isPlatform = useIsPlatform()
  const current = isPlatform ? undefined : frame?.company
  const name = current?.name ?? productName
  const others = frame?.companies ?? []
  // A single company is worth a menu only if it is not the present one.
  const hasChoice = others.some(({ companyId }) => companyId !== current?.id)
  const label = (
    <>
      <span className="company-mark" data-letter={name.trim().charAt(0).toUpperCase()} />
      <span className="company-name">{name}</span>
    </>
  )
  if (!hasChoice)
    return (
      <div className="company-switch" data-clipped>
        {label}
      </div>
    )
  return (
    <MenuButton
      className="company-switch"
      label={shellTexts.switchCompany(name)}
      items={others.map(({ companyId, companyName }) => ({
        key: companyId,
        label: companyName,
        isCurrent: companyId === current?.id,
        onSelect: () => void navigate({ to: `/c/${companyId}` }),
      }))}
    >
      {label}
      <Icon name="updown" />
    </MenuButton>
  )
}
