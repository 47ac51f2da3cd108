// Keeps the person on the page while a value that is shown only once is made or shown: the Back button is without
// effect, and the browser asks before the tab is closed or loaded again. Navigations within the page go on.
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'

export function useStay(isNeeded = true): void {
  useBlocker({ shouldBlockFn: leavesPage, enableBeforeUnload: true, disabled: !isNeeded })
}

/** Also the Back button within the page, because the address says which dialog is open. */
const leavesPage: ShouldBlockFn = ({ action, current, next }) =>
  (action !== 'PUSH' && action !== 'REPLACE') || current.pathname !== next.pathname
