import { purgeStoredAnswers } from '@gatehouse/credits/stored-answers'
import { purgeParseResults } from '@gatehouse/parsing/parse-results'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'
import { purgeAnswersTask } from './contract.ts'

/** What it does is the same when it is done twice, so it needs no effect of its own. */
export function purgeAnswersHandler({ postgres }: { postgres: Postgres }): HandledKind {
  return handleTask(purgeAnswersTask, {
    concurrencyMax: 1,
    async work({ signal }) {
      while (!signal.aborted && (await purgeStoredAnswers(postgres)));
      while (!signal.aborted && (await purgeParseResults(postgres)));
      return undefined
    },
  })
}
