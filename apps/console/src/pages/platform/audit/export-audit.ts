// The backend has no export of the audit log, so its pages are read one after the other, newest first, as they are shown.
import type { Ask } from '../../../graphql/create-ask.ts'
import { saveFile } from '../../../shell/tray/save-file.ts'
import { tray } from '../../../shell/tray/tray-store.ts'
import { auditTexts as texts } from '../../../words/en/platform/audit.ts'
import { type PlatformAuditResult, companyAudit, platformAudit } from './audit.generated.ts'
import { type AuditSearch, filtersOf } from './audit-search.ts'
import { writeAuditCsv } from './write-audit-csv.ts'

type Entry = PlatformAuditResult['entries']['nodes'][number]

const entriesMax = 10_000

export async function exportAudit(ask: Ask, search: AuditSearch): Promise<void> {
  const abort = new AbortController()
  const work = tray.begin({ title: texts.exporting, text: texts.read(0), onCancel: () => abort.abort() })
  const entries: Entry[] = []
  try {
    let after: string | null = null
    do {
      const page: PlatformAuditResult['entries'] = await readPage(ask, search, {
        after,
        signal: abort.signal,
      })
      entries.push(...page.nodes)
      after = page.hasNextPage ? page.endCursor : null
      work.report({ text: texts.read(entries.length) })
    } while (after !== null && entries.length < entriesMax)
    const content = new Blob([writeAuditCsv(entries)], { type: 'text/csv' })
    saveFile({ name: 'gatehouse-audit.csv', content })
    const said = after === null ? texts.saved(entries.length) : texts.savedPart(entries.length)
    work.finish({ state: 'done', text: said })
  } catch {
    work.finish({ state: 'failed', text: abort.signal.aborted ? texts.cancelled : texts.failed })
  }
}

type Place = { after: string | null; signal: AbortSignal }

async function readPage(
  ask: Ask,
  search: AuditSearch,
  { after, signal }: Place,
): Promise<PlatformAuditResult['entries']> {
  const variables = { ...filtersOf(search), after }
  if (search.company === '') return (await ask(platformAudit, variables, signal)).entries
  return (await ask(companyAudit, { ...variables, companyId: search.company }, signal)).entries
}
