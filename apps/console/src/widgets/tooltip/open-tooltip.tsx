import { Tooltip } from '@base-ui/react/tooltip'
import type { Tip } from './follow-tips.ts'

/**
 * In the browser's top layer, because a tooltip of a button in a dialog must be above the dialog; and in the landmark
 * of its element, because all content belongs to one.
 */
export function OpenTooltip({ tip: { anchor, text } }: { tip: Tip }) {
  return (
    <Tooltip.Root open>
      <Tooltip.Portal container={anchor.closest<HTMLElement>('dialog, main, nav, header')}>
        <Tooltip.Positioner
          ref={(element) => element?.showPopover()}
          popover="manual"
          className="tip-place"
          anchor={anchor}
          positionMethod="fixed"
          sideOffset={6}
          collisionPadding={8}
        >
          <Tooltip.Popup className="tip" role="tooltip">
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
