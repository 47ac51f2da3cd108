import { readJobText } from '@gatehouse/jobs/read-job-text'
import { readPosting } from '@gatehouse/jobs/read-posting'
import { saveJobs } from '@gatehouse/jobs/save-jobs'
import { createRuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import type { TestGateway } from './start-test-gateway.ts'

/** Adds a company with an active job for each title, saved in order, and a key that may read them. */
export async function addJobs({ database, resources, headers }: TestGateway, titles: readonly string[]) {
  const companyId = await addCompany(database, 0n)
  const idOf = new Map(titles.map((title) => [title, resources.ids.uuid()]))
  const names = createRuleVocabulary()
  async function save(title: string): Promise<void> {
    const id = idOf.get(title) ?? ''
    const descriptionText = `${title}\n\nRequirements:\n- 3 years of experience with people\n- good humour\n`
    const posting = readPosting(descriptionText, names)
    const facts = readJobText(descriptionText, () => 1)
    await saveJobs(resources.postgres, [
      { companyId, id, title, status: 'ACTIVE', descriptionText, posting, facts },
    ])
  }
  for (const title of titles) await save(title)
  const { raw } = await addKey(database, { companyId, scopes: ['jobs:read'] })
  return { companyId, save, key: raw, headers: headers(raw) }
}
