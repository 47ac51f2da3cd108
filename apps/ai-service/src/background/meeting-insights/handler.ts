import { meetingInsightsTask } from '@gatehouse/meetings/meeting-insights-task'
import { type InsightsDeps, workOutInsights } from '@gatehouse/meetings/work-out-insights'
import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'

export type MeetingInsightsDeps = InsightsDeps & {
  /** Of the breaker of the alias: how many calls it lets through now. */
  callsMax: () => number
}

const concurrencyMax = 4

/** While the breaker is open the meetings wait in their queue. */
export function meetingInsightsHandler({ callsMax, ...deps }: MeetingInsightsDeps): HandledKind {
  return handleTask(meetingInsightsTask, {
    concurrencyMax,
    allowedNow: callsMax,
    work: (task) => workOutInsights(deps, task),
  })
}
