// Fields of alert rules and alerts.
import { asParent } from './as-parent.ts'

export const alertQueries = {
  alertRules: 'companyAdmin',
  alerts: 'companyAdmin',
} as const

export const alertMutations = {
  deleteAlertRule: 'companyAdmin',
  setAlertRule: 'companyAdmin',
  testAlert: 'companyAdmin',
} as const

export const alertAccess = {
  Alert: asParent(
    'createdAt',
    'endedAt',
    'id',
    'isTest',
    'kind',
    'ruleId',
    'subject',
    'text',
    'threshold',
    'value',
  ),
  AlertConnection: asParent('endCursor', 'hasNextPage', 'nodes'),
  AlertRule: asParent(
    'createdAt',
    'credits',
    'crossedAt',
    'crossings',
    'days',
    'id',
    'isCrossed',
    'isMuted',
    'kind',
    'percent',
    'updatedAt',
  ),
} as const
