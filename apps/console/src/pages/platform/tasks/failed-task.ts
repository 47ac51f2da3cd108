import type { FailedTasksResult } from './tasks.generated.ts'

export type FailedTask = FailedTasksResult['tasks']['nodes'][number]
