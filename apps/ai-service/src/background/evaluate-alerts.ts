import { evaluateAlertsTask } from '@gatehouse/companies/evaluate-alerts-task'
import { type EvaluateDeps, evaluateAlerts } from '@gatehouse/companies/evaluate-alerts'
import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'

/** Compares all companies with their alert rules. Each crossing is recorded in its own transaction, so a repeat is harmless. */
export function evaluateAlertsHandler(deps: EvaluateDeps): HandledKind {
  return handleTask(evaluateAlertsTask, {
    concurrencyMax: 1,
    async work({ signal }) {
      const { companies, alerts, failures } = await evaluateAlerts(deps, signal)
      if (alerts > 0) deps.logger.info('alerts sent', { companies, alerts })
      for (const { companyId, error } of failures)
        deps.logger.error('cannot evaluate the alert rules of a company', { company_id: companyId, error })
      // All other companies are evaluated; the task fails, so that it is retried for the companies that failed.
      if (failures[0]) throw failures[0].error
      return undefined
    },
  })
}
