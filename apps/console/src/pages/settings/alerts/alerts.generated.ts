// Generated from alerts.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type AlertsVariables = {
  companyId: string
  after?: string | null | undefined
}

export type AlertsResult = {
  budgets: readonly ({
    id: string
    scope: 'ALIAS' | 'COMPANY' | 'KEY'
    enforcement: 'HARD' | 'SOFT'
    keyId: string | null
    alias: string | null
    credits: string
    spentThisMonth: string
    share: number
  })[]
  alertRules: readonly ({
    id: string
    kind: 'BALANCE_BELOW' | 'BUDGET_SHARE_REACHED' | 'DAILY_SPEND_ABOVE' | 'DAYS_LEFT_BELOW' | 'FAILURE_SHARE_ABOVE' | 'KEY_EXPIRES_WITHIN' | 'SPEND_UNUSUAL'
    credits: string | null
    days: number | null
    percent: number | null
    isMuted: boolean
    isCrossed: boolean
    crossedAt: string | null
    crossings: number
  })[]
  suggestedAlertRules: readonly ({
    kind: 'BALANCE_BELOW' | 'BUDGET_SHARE_REACHED' | 'DAILY_SPEND_ABOVE' | 'DAYS_LEFT_BELOW' | 'FAILURE_SHARE_ABOVE' | 'KEY_EXPIRES_WITHIN' | 'SPEND_UNUSUAL'
    credits: string | null
    days: number | null
    percent: number | null
    reason: string
  })[]
  alerts: {
    endCursor: string | null
    hasNextPage: boolean
    nodes: readonly ({
      id: string
      subject: string
      text: string
      isTest: boolean
      createdAt: string
      endedAt: string | null
    })[]
  }
  apiKeys: {
    hasNextPage: boolean
    nodes: readonly ({
      id: string
      name: string
      hint: string
      status: 'EXPIRED' | 'LIVE' | 'REVOKED'
      monthlyCreditCap: string | null
      spentThisMonth: string
    })[]
  }
  models: readonly ({
    alias: string
  })[]
}

export const alerts: Operation<AlertsResult, AlertsVariables> = {
  name: 'Alerts',
  text: "query Alerts($companyId:ID!,$after:ID){budgets(companyId:$companyId){id scope enforcement keyId alias credits spentThisMonth share}alertRules(companyId:$companyId){id kind credits days percent isMuted isCrossed crossedAt crossings}suggestedAlertRules(companyId:$companyId){kind credits days percent reason}alerts(companyId:$companyId,first:20,after:$after){endCursor hasNextPage nodes{id subject text isTest createdAt endedAt}}apiKeys(companyId:$companyId,first:100){hasNextPage nodes{id name hint status monthlyCreditCap spentThisMonth}}models(companyId:$companyId){alias}}",
}

export type SetBudgetVariables = {
  companyId: string
  scope: 'ALIAS' | 'COMPANY' | 'KEY'
  enforcement: 'HARD' | 'SOFT'
  credits: string
  keyId?: string | null | undefined
  alias?: string | null | undefined
}

export type SetBudgetResult = {
  setBudget: {
    id: string
  }
}

export const setBudget: Operation<SetBudgetResult, SetBudgetVariables> = {
  name: 'SetBudget',
  text: "mutation SetBudget($companyId:ID!,$scope:BudgetScope!,$enforcement:BudgetEnforcement!,$credits:String!,$keyId:ID,$alias:String){setBudget(companyId:$companyId scope:$scope enforcement:$enforcement credits:$credits keyId:$keyId alias:$alias){id}}",
}

export type DeleteBudgetVariables = {
  companyId: string
  budgetId: string
}

export type DeleteBudgetResult = {
  deleteBudget: {
    id: string
  }
}

export const deleteBudget: Operation<DeleteBudgetResult, DeleteBudgetVariables> = {
  name: 'DeleteBudget',
  text: "mutation DeleteBudget($companyId:ID!,$budgetId:ID!){deleteBudget(companyId:$companyId,budgetId:$budgetId){id}}",
}

export type SetAlertRuleVariables = {
  companyId: string
  alertRuleId?: string | null | undefined
  kind: 'BALANCE_BELOW' | 'BUDGET_SHARE_REACHED' | 'DAILY_SPEND_ABOVE' | 'DAYS_LEFT_BELOW' | 'FAILURE_SHARE_ABOVE' | 'KEY_EXPIRES_WITHIN' | 'SPEND_UNUSUAL'
  credits?: string | null | undefined
  days?: number | null | undefined
  percent?: number | null | undefined
  isMuted?: boolean | null | undefined
}

export type SetAlertRuleResult = {
  setAlertRule: {
    id: string
  }
}

export const setAlertRule: Operation<SetAlertRuleResult, SetAlertRuleVariables> = {
  name: 'SetAlertRule',
  text: "mutation SetAlertRule($companyId:ID!,$alertRuleId:ID,$kind:AlertKind!,$credits:String,$days:Int,$percent:Int,$isMuted:Boolean){setAlertRule(companyId:$companyId alertRuleId:$alertRuleId kind:$kind credits:$credits days:$days percent:$percent isMuted:$isMuted){id}}",
}

export type DeleteAlertRuleVariables = {
  companyId: string
  alertRuleId: string
}

export type DeleteAlertRuleResult = {
  deleteAlertRule: {
    id: string
  }
}

export const deleteAlertRule: Operation<DeleteAlertRuleResult, DeleteAlertRuleVariables> = {
  name: 'DeleteAlertRule',
  text: "mutation DeleteAlertRule($companyId:ID!,$alertRuleId:ID!){deleteAlertRule(companyId:$companyId,alertRuleId:$alertRuleId){id}}",
}

export type TestAlertVariables = {
  companyId: string
  alertRuleId: string
}

export type TestAlertResult = {
  testAlert: {
    id: string
  }
}

export const testAlert: Operation<TestAlertResult, TestAlertVariables> = {
  name: 'TestAlert',
  text: "mutation TestAlert($companyId:ID!,$alertRuleId:ID!){testAlert(companyId:$companyId,alertRuleId:$alertRuleId){id}}",
}
