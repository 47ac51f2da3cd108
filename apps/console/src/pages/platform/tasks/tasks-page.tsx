import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from '../../../parts/form/button.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { tasksTexts as texts } from '../../../words/en/platform/tasks.ts'
import { CompanyTaskList } from './company-task-list.tsx'
import { FailedTaskList } from './failed-task-list.tsx'

/** All failed tasks, or all tasks of one company. */
export function TasksPage() {
  const { company, kind } = useSearch({ strict: false }) as { company?: unknown; kind?: unknown }
  const navigate = useNavigate()
  const companyId = typeof company === 'string' && company !== '' ? company : undefined
  return (
    <div className="page">
      <PageHead title={texts.title} text={texts.text} />
      <div className="stack">
        <div className="toolbar">
          <form
            role="search"
            className="find"
            onSubmit={(event) => {
              event.preventDefault()
              const id = new FormData(event.currentTarget).get('company')
              if (typeof id === 'string')
                void navigate({ to: '/admin/tasks', search: id.trim() === '' ? {} : { company: id.trim() } })
            }}
          >
            <Icon name="search" />
            <input
              key={companyId ?? ''}
              name="company"
              className="input"
              aria-label={texts.company}
              placeholder={texts.companyHint}
              defaultValue={companyId ?? ''}
              autoComplete="off"
              spellCheck={false}
            />
          </form>
          {companyId === undefined ? null : (
            <Button
              kind="quiet"
              icon="close"
              onClick={() => void navigate({ to: '/admin/tasks', search: {} })}
            >
              {texts.clear}
            </Button>
          )}
        </div>
        {companyId === undefined ? (
          <FailedTaskList
            kind={typeof kind === 'string' ? kind : undefined}
            onKind={(next) =>
              void navigate({ to: '/admin/tasks', search: next === '' ? {} : { kind: next } })
            }
            onCompany={(id) => void navigate({ to: '/admin/tasks', search: { company: id } })}
          />
        ) : (
          <CompanyTaskList companyId={companyId} />
        )}
      </div>
    </div>
  )
}
