import { Link } from '@tanstack/react-router'
import { useSessionState } from '../console-context.ts'
import { Button } from '../parts/form/button.tsx'
import { pageTitles } from '../words/en/pages.ts'
import { shellTexts } from '../words/en/shell.ts'
import { commandBar } from './open-state.ts'

/** For an unknown address, inside the shell or, without a session, alone. */
export function NotFound() {
  const isOpen = useSessionState().kind === 'open'
  return (
    <div className="page not-found">
      <p className="not-found-code">{shellTexts.notFoundCode}</p>
      <h1 tabIndex={-1}>{pageTitles.notFound}</h1>
      <p className="soft">{shellTexts.notFoundText}</p>
      <p className="not-found-path">
        <code>{window.location.pathname}</code>
      </p>
      <div className="actions">
        <Link to="/" className="button" data-kind="primary">
          {shellTexts.toStart}
        </Link>
        {isOpen ? <Button onClick={commandBar.open}>{shellTexts.searchInstead}</Button> : null}
      </div>
    </div>
  )
}
