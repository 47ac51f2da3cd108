// Fields of alert rules, alerts and the automatic top-up.
import { asParent } from './as-parent.ts'

export const alertQueries = {
  alertRules: 'companyAdmin',
  alerts: 'companyAdmin',
  automaticTopUp: 'companyAdmin',
} as const

export const alertMutations = {
  deleteAlertRule: 'companyAdmin',
  setAlertRule: 'companyAdmin',
  setAutomaticTopUp: 'companyAdmin',
  testAlert: 'companyAdmin',
  turnOffAutomaticTopUp: 'companyAdmin',
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
  AutomaticTopUp: asParent(
    'boughtThisMonth',
    'currency',
    'isPending',
    'monthlyMaximum',
    'packId',
    'stoppedAt',
    'stoppedReason',
    'threshold',
    'updatedAt',
  ),
} as const
