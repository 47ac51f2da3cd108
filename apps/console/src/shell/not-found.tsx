import { Link } from '@tanstack/react-router'
import { Empty } from '../parts/states/empty.tsx'
import { pageTitles } from '../words/en/pages.ts'
import { shellTexts } from '../words/en/shell.ts'

export function NotFound() {
  return (
    <div className="page">
      <h1 className="visually-hidden" tabIndex={-1}>
        {pageTitles.notFound}
      </h1>
      <Empty icon="search" title={pageTitles.notFound} action={<Link to="/">{shellTexts.toStart}</Link>}>
        <p>{shellTexts.notFoundText}</p>
      </Empty>
    </div>
  )
}
